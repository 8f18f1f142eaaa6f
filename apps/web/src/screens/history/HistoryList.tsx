import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Nonce } from '../../components/QueueList.js'
import type { OpenSafe } from '../../components/SafeGate.js'
import { TransactionRow } from '../../components/TransactionRow.js'
import { TransactionStatus } from '../../components/TransactionStatus.js'
import { OpenTransaction } from '../../components/transaction/OpenTransaction.js'
import { formatExactTime, formatTime } from '../../lib/formatTime.js'
import type { HistoryPage, HistoryPlace } from '../../queries/transactions.js'
import classes from './HistoryScreen.module.css'
import { findDay, type HistoryRow, toHistoryRows } from './historyRows.js'
import { useKeptPlace } from './useKeptPlace.js'

/** Pixels, before a line is measured. */
const dayHeight = 59
const entryHeight = 61

/** So close to an end of what is loaded, more is asked for. */
const foresight = 12

/** What stays of a page that was let go: its room, and how it ended. */
type Trace = { height: number; lastDay: string | undefined }

/**
 * The past as one long page of which only what is in view exists. Pages far
 * above are let go and come back on the way up; the room they took stays, so
 * that nothing moves.
 */
export function HistoryList({
  open,
  pages,
  openId,
  onOpen,
  onNeedNext,
  onNeedPrevious,
}: {
  open: OpenSafe
  pages: readonly HistoryPage[]
  openId: string | undefined
  onOpen: (id: string | undefined) => void
  /** Undefined where there is nothing beyond, or it is on its way. */
  onNeedNext: (() => void) | undefined
  onNeedPrevious: (() => void) | undefined
}) {
  const list = useRef<HTMLUListElement>(null)
  const traces = useRef(new Map<string, Trace>())
  const margin = useTop(list)
  const kept = useKeptPlace()
  const above = listAbove(pages[0]?.place).map((url) => traces.current.get(url))
  const dayBefore = above[0]?.lastDay
  const rows = useMemo(
    () => toHistoryRows(pages, dayBefore),
    [pages, dayBefore],
  )
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: (index) =>
      rows[index]?.kind === 'day' ? dayHeight : entryHeight,
    overscan: 8,
    scrollMargin: margin,
    paddingStart: above.reduce((sum, trace) => sum + (trace?.height ?? 0), 0),
    initialOffset: kept.offset,
    initialMeasurementsCache: kept.sizes,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)

  useEffect(() => {
    if (first && first.index < foresight) onNeedPrevious?.()
    if (last && last.index >= rows.length - foresight) onNeedNext?.()
  }, [first, last, rows.length, onNeedNext, onNeedPrevious])
  useEffect(() => {
    const sizes = virtualizer.measurementsCache
    for (const [url, trace] of tracePages(rows, sizes))
      traces.current.set(url, trace)
    kept.keep(sizes)
  })
  useStillness(rows, margin)

  return (
    <ul
      ref={list}
      style={{
        paddingTop: (first?.start ?? margin) - margin,
        paddingBottom:
          virtualizer.getTotalSize() - ((last?.end ?? margin) - margin),
      }}
    >
      {items.map(({ index, key }) => {
        const row = rows[index]
        const measured = { index, ref: virtualizer.measureElement }
        if (!row) return null
        if (row.kind === 'day')
          return (
            <li key={key} data-index={index} ref={measured.ref}>
              <h2 className={classes.day}>{row.day}</h2>
            </li>
          )
        return (
          <Entry
            key={key}
            open={open}
            row={row}
            isOpen={row.key === openId}
            onOpen={onOpen}
            measured={measured}
          />
        )
      })}
    </ul>
  )
}

function Entry({
  open,
  row: { transaction },
  isOpen,
  onOpen,
  measured,
}: {
  open: OpenSafe
  row: Extract<HistoryRow, { kind: 'entry' }>
  isOpen: boolean
  onOpen: (id: string | undefined) => void
  measured: { index: number; ref: (element: HTMLElement | null) => void }
}) {
  const { id, timestamp, txStatus, executionInfo } = transaction
  return (
    <TransactionRow
      chain={open.chain}
      transaction={transaction}
      lead={
        <time
          dateTime={new Date(timestamp).toISOString()}
          title={formatExactTime(timestamp)}
        >
          {formatTime(timestamp)}
        </time>
      }
      end={
        <span className={classes.end}>
          <TransactionStatus status={txStatus} />
          <span className={classes.nonce}>
            {executionInfo?.type === 'MULTISIG' && (
              <Nonce nonce={executionInfo.nonce} />
            )}
          </span>
        </span>
      }
      opening={{
        isOpen,
        onToggle: () => onOpen(isOpen ? undefined : id),
        renderInside: () => <OpenTransaction open={open} id={id} />,
      }}
      measured={measured}
    />
  )
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

/** The pages that were let go above this one, nearest first. */
function listAbove(place: HistoryPlace | undefined): string[] {
  const urls: string[] = []
  for (let one = place?.before; one; one = one.before) urls.push(one.url)
  return urls
}

function tracePages(
  rows: readonly HistoryRow[],
  sizes: readonly VirtualItem[],
): Map<string, Trace> {
  const traces = new Map<string, Trace>()
  for (const [index, row] of rows.entries()) {
    const height = traces.get(row.page)?.height ?? 0
    traces.set(row.page, {
      height: height + (sizes[index]?.size ?? 0),
      lastDay: findDay(row),
    })
  }
  return traces
}

/** What comes in above must not push away what somebody reads. */
function useStillness(rows: readonly HistoryRow[], margin: number): void {
  const before = useRef<HistoryRow>(undefined)
  useLayoutEffect(() => {
    const newest = rows.find(({ kind }) => kind === 'entry')
    const was = before.current
    before.current = newest
    // Pages that come back take the room that was kept for them.
    if (!was || was.key === newest?.key || was.page !== newest?.page) return
    const added = rows.slice(
      0,
      Math.max(
        0,
        rows.findIndex(({ key }) => key === was.key),
      ),
    )
    const entries = added.filter(({ kind }) => kind === 'entry').length
    const days = Math.max(0, added.length - entries - 1)
    if (window.scrollY > margin)
      window.scrollBy(0, entries * entryHeight + days * dayHeight)
  }, [rows, margin])
}
