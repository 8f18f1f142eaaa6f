import type { TransactionSummary } from '@covault/api'
import { formatDay } from '../../lib/formatTime.js'
import type { HistoryPage } from '../../queries/transactions.js'

/** A line of the list: the head of a day, or what happened on it. */
export type HistoryRow =
  | { kind: 'day'; key: string; page: string; day: string }
  | {
      kind: 'entry'
      key: string
      page: string
      /** The day it belongs to, which the next page may go on with. */
      day: string
      transaction: TransactionSummary
    }

/**
 * Pages as lines: heads at the reader's own midnights, and each entry once,
 * however many pages it came with.
 */
export function toHistoryRows(
  pages: readonly Pick<HistoryPage, 'results' | 'place'>[],
  /** The day that is open above the first page. */
  dayBefore: string | undefined,
): HistoryRow[] {
  const rows: HistoryRow[] = []
  const seen = new Set<string>()
  let openDay = dayBefore
  for (const { place, results } of pages)
    for (const item of results) {
      if (item.type !== 'TRANSACTION' || seen.has(item.transaction.id)) continue
      const { transaction } = item
      const page = place.url
      const day = formatDay(transaction.timestamp)
      if (day !== openDay) rows.push({ kind: 'day', key: day, page, day })
      openDay = day
      seen.add(transaction.id)
      rows.push({ kind: 'entry', key: transaction.id, page, day, transaction })
    }
  return rows
}
