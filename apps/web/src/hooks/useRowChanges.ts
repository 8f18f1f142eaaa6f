import {
  type FocusEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  type BatchedCall,
  type BatchPlace,
  changeBatch,
} from '../preferences/draftBatches.js'
import type { RowChange, RowDrag } from '../understand/batch/changeCalls.js'
import { duplicateCall, moveCall } from '../understand/batch/changeCalls.js'

/** What rows of a batch ask for. The functions stay as long as the list. */
export function useRowChanges(
  list: RefObject<HTMLOListElement | null>,
  { chainId, address, calls }: BatchPlace & { calls: readonly BatchedCall[] },
) {
  const [news, setNews] = useState('')
  const { follow, onBlur } = useFollowedFocus(list, calls)
  const latest = useRef(calls)
  useLayoutEffect(() => {
    latest.current = calls
  })
  const handlers = useMemo(() => {
    const change = async (
      edit: (stored: readonly BatchedCall[]) => BatchedCall[],
    ) => {
      const after = await changeBatch({ chainId, address }, (batch) => ({
        ...batch,
        calls: edit(batch.calls),
      }))
      return after.calls
    }
    const find = (id: number) =>
      latest.current.findIndex((call) => call.id === id)
    /** From where it is stored: keys are pressed faster than rows drawn. */
    const move = async (id: number, toPlace: (from: number) => number) => {
      const after = await change((stored) => {
        const from = stored.findIndex((call) => call.id === id)
        return moveCall(stored, id, toPlace(from))
      })
      const at = after.findIndex((call) => call.id === id)
      setNews(`Moved to place ${at + 1} of ${after.length}.`)
    }
    let dragged: number | undefined
    return {
      onChange: (row: RowChange) => {
        if (row.kind === 'move') {
          follow(row.id)
          void move(row.id, (from) => from + row.by)
        } else if (row.kind === 'duplicate') {
          setNews(`Call ${find(row.id) + 1} duplicated.`)
          void change((stored) => duplicateCall(stored, row.id))
        } else {
          const at = find(row.id)
          const next = latest.current[at + 1] ?? latest.current[at - 1]
          if (next) follow(next.id)
          setNews(`Call ${at + 1} removed.`)
          void change((stored) => stored.filter(({ id }) => id !== row.id))
        }
      },
      onDrag: (drag: RowDrag) => {
        if (drag.kind === 'start') dragged = drag.id
        if (drag.kind === 'end') dragged = undefined
        if (drag.kind !== 'over' || !dragged || dragged === drag.id) return
        const over = find(drag.id)
        void move(dragged, () => over)
      },
    }
  }, [chainId, address, follow])
  return { news, onBlur, ...handlers }
}

/** A row that moves or goes would drop the focus: it is put where it belongs. */
function useFollowedFocus(
  list: RefObject<HTMLOListElement | null>,
  calls: readonly BatchedCall[],
) {
  const followed = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order of the calls is what it waits for.
  useLayoutEffect(() => {
    const id = followed.current
    if (id === undefined || document.activeElement !== document.body) return
    list.current
      ?.querySelector<HTMLElement>(`[data-call="${id}"] [data-grip]`)
      ?.focus()
  }, [calls])
  return useMemo(
    () => ({
      follow: (id: number) => {
        followed.current = id
      },
      onBlur: ({ relatedTarget }: FocusEvent) => {
        // An element that is moved leaves for nowhere, a person for somewhere.
        if (relatedTarget) followed.current = undefined
      },
    }),
    [],
  )
}
