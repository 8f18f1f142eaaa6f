import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** More rows than this are lines to read; one is opened to be changed. */
const mostOpen = 6

/** Which of the rows can be written in, and the way to one of them. */
export function useOpenRows(count: number) {
  const list = useRef<HTMLOListElement>(null)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const areLines = count > mostOpen
  return {
    list,
    isOpen: (id: number) => !areLines || opened.has(id),
    open: (id: number) => {
      flushSync(() => setOpened(new Set([...opened, id])))
      focusRow(list.current, id)
    },
    /** Makes it a line again, where there are many. */
    close: areLines
      ? (id: number) =>
          setOpened(new Set([...opened].filter((one) => one !== id)))
      : undefined,
  }
}

/** The first field with a mistake, or the first of the row. */
function focusRow(list: HTMLElement | null, id: number): void {
  const row = list?.querySelector<HTMLElement>(`[data-payment="${id}"]`)
  const field =
    row?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    row?.querySelector<HTMLElement>('input, select')
  field?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}
