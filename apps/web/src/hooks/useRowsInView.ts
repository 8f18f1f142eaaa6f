import {
  useWindowVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useKeptPlace } from './useKeptPlace.js'

/** So close to an end of what is loaded, more is asked for. */
const foresight = 12

/** What a row hands to its element, so that its height is known. */
export type Measured = {
  index: number
  ref: (element: HTMLElement | null) => void
}

type RowsInView<row> = {
  /** For the element around the rows: it keeps the room of the others. */
  list: { ref: RefObject<HTMLUListElement | null>; style: CSSProperties }
  shown: { row: row; measured: Measured }[]
  /** Of all rows, measured or guessed. */
  sizes: readonly VirtualItem[]
}

/**
 * A long list on the page of which only what is in view exists. It is where
 * it was when the reader comes back, and what comes or goes above does not
 * move what somebody reads.
 */
export function useRowsInView<row extends { key: string }>({
  rows,
  guessHeight,
  room = 0,
  onNeedNext,
  onNeedPrevious,
}: {
  rows: readonly row[]
  /** Pixels, before a row is measured. */
  guessHeight: (row: row) => number
  /** Pixels above, of rows that were let go. */
  room?: number
  /** Undefined where there is nothing beyond, or it is on its way. */
  onNeedNext?: (() => void) | undefined
  onNeedPrevious?: (() => void) | undefined
}): RowsInView<row> {
  const list = useRef<HTMLUListElement>(null)
  const margin = useTop(list)
  const kept = useKeptPlace()
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: rows.length,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: (index) => {
      const row = rows[index]
      return row ? guessHeight(row) : 0
    },
    overscan: 8,
    scrollMargin: margin,
    paddingStart: room,
    initialOffset: kept.offset,
    initialMeasurementsCache: kept.sizes,
  })
  const measure = useMeasured(virtualizer.measureElement)
  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  const sizes = virtualizer.measurementsCache

  useEffect(() => {
    if (first && first.index < foresight) onNeedPrevious?.()
    if (last && last.index >= rows.length - foresight) onNeedNext?.()
  }, [first, last, rows.length, onNeedNext, onNeedPrevious])
  useEffect(() => kept.keep(sizes))
  useStillness(rows, virtualizer)

  return {
    list: {
      ref: list,
      style: {
        // The room of rows that are not there is kept by us alone.
        overflowAnchor: 'none',
        paddingTop: (first?.start ?? margin) - margin,
        paddingBottom:
          virtualizer.getTotalSize() - ((last?.end ?? margin) - margin),
      },
    },
    shown: items.flatMap(({ index }) => {
      const row = rows[index]
      return row ? { row, measured: measure(index) } : []
    }),
    sizes,
  }
}

/** The same for the same place, so that a row need not be drawn again. */
function useMeasured(ref: Measured['ref']): (index: number) => Measured {
  const known = useRef(new Map<number, Measured>())
  return (index) => {
    const before = known.current.get(index)
    if (before?.ref === ref) return before
    const measured = { index, ref }
    known.current.set(index, measured)
    return measured
  }
}

/** Where the list begins on the page, whatever comes to stand above it. */
function useTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () =>
      setTop(Math.round(element.getBoundingClientRect().top + window.scrollY))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return top
}

type Sight = {
  rows: readonly unknown[]
  margin: number
  seen: VirtualItem[]
}

/** What comes or goes above must not push away what somebody reads. */
function useStillness(
  rows: readonly { key: string }[],
  virtualizer: Virtualizer<Window, HTMLElement>,
): void {
  const before = useRef<Sight>(undefined)
  useLayoutEffect(() => {
    const was = before.current
    const { scrollMargin: margin } = virtualizer.options
    const offset = virtualizer.scrollOffset ?? 0
    before.current = {
      rows,
      margin,
      seen: virtualizer.getVirtualItems().filter(({ end }) => end > offset),
    }
    // A row that grows is seen to by the virtualizer.
    if (!was || (was.rows === rows && was.margin === margin)) return
    if (offset <= margin) return
    const indexes = new Map(rows.map(({ key }, index) => [key, index]))
    const anchor = was.seen.find(({ key }) => indexes.has(String(key)))
    const index = anchor && indexes.get(String(anchor.key))
    if (index === undefined) return
    const start = virtualizer.measurementsCache[index]?.start
    if (anchor && start !== undefined && start !== anchor.start)
      window.scrollBy(0, start - anchor.start)
  })
}
