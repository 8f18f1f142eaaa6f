import { getTransactionHistory } from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { readFollowed } from '../commands/readSafeState.js'
import type { Context } from '../context.js'
import { type PagePlace, readPlace, toLinks } from '../http/links.js'
import { holdRows } from '../http/listPage.js'
import { sharedRoute } from '../http/route.js'
import { pageBytes } from '../store/fitPage.js'
import type { StoredState } from '../store/safeStates.js'
import {
  readCount,
  readTimelinePage,
  type TimelineEntry,
  type TimelineKey,
} from '../store/timeline.js'
import {
  type HistoryFilter,
  listPages,
  toSummaries,
  withDateLabels,
} from '../wire/history.js'
import type { SummaryWire } from '../wire/transactionSummary.js'
import { readCalendar } from './calendar.js'
import { openBook } from './openBook.js'
import { readTimelineKey, writeTimelineKey } from './pageKeys.js'
import { ofSafeAddress } from './safeOf.js'
import { readTimelineRows } from './timelineRows.js'
import { watchNodes } from './watchNodes.js'

const historyPage = { maximum: 100 }

export function historyRoutes(app: FastifyInstance, context: Context): void {
  sharedRoute(
    app,
    getTransactionHistory,
    ofSafeAddress(context),
    async ({ params, query, keep, ...asked }) => {
      const { chainId, safe_address: safe } = params
      const toDay = readCalendar(query)
      const isAnswered = watchNodes(context, chainId)
      const { state, followed } = await readFollowed(context, { chainId, safe })
      const place = readPlace(query.cursor, historyPage)
      const [page, count] = await Promise.all([
        readHistory(context, {
          chainId,
          state,
          place,
          filter: query,
          onRead: (entries) => holdRows(asked, entries),
        }),
        readCount(context.store, { chainId, safe, list: 'history' }),
      ])
      // What a transaction cost comes later, and nobody is told.
      const isComplete =
        page.settled && page.summaries.every(({ fee }) => fee !== null)
      if (followed && isComplete && isAnswered()) keep()
      const last = page.next && writeTimelineKey(page.next)
      return {
        count,
        ...toLinks(asked, place, { last, shown: page.taken }),
        results: withDateLabels(page.summaries, toDay),
      }
    },
  )
}

/** A filter may drop all of a page; this often we look for more. */
const mostRounds = 10

/** A page of what the filter leaves, and where the next one begins. */
async function readHistory(
  context: Context,
  parameters: {
    chainId: number
    state: StoredState
    place: PagePlace
    filter: HistoryFilter
    onRead(entries: readonly TimelineEntry[]): void
  },
): Promise<{
  summaries: SummaryWire[]
  next: TimelineKey | undefined
  /** What the page counts for where its end comes before its limit. */
  taken: number
  /** Whether all names of contracts were known. */
  settled: boolean
}> {
  const { chainId, state, place, filter, onRead } = parameters
  const { safe } = state
  const { limit } = place
  const summaries: SummaryWire[] = []
  let settled = true
  let after = readTimelineKey(place.after)
  let offset = after ? 0 : place.offset
  let mostBytes = pageBytes
  for (let round = 0; round < mostRounds; round++) {
    const wanted = limit - summaries.length
    // Where the filter drops some, it drops more: few rounds read them all.
    const most = Math.min(limit, 2 * wanted + 2)
    const entries = await readTimelinePage(context.store, {
      chainId,
      safe,
      limit: most + 1,
      offset,
      after,
      mostBytes,
    })
    const shown = entries.slice(0, most)
    onRead(shown)
    const read = await readSummaries(context, {
      ...{ chainId, state, entries: shown, filter },
    })
    settled &&= read.settled
    const taken = read.items.slice(0, wanted)
    summaries.push(...taken.map(({ summary }) => summary))
    const isFull = taken.length === wanted
    const last = isFull ? taken.at(-1)?.entry : shown.at(-1)
    if (!last?.goesOn)
      return { summaries, next: undefined, taken: limit, settled }
    after = last
    offset = 0
    mostBytes -= shown.reduce((sum, { bytes }) => sum + bytes, 0)
    if (isFull) break
    if (mostBytes <= 0)
      return { summaries, next: after, taken: summaries.length, settled }
  }
  return { summaries, next: after, taken: limit, settled }
}

async function readSummaries(
  context: Context,
  parameters: {
    chainId: number
    state: StoredState
    entries: readonly TimelineEntry[]
    filter: HistoryFilter
  },
): Promise<{ items: ReturnType<typeof toSummaries>; settled: boolean }> {
  const { config, store } = context
  const { chainId, state, entries, filter } = parameters
  if (entries.length === 0) return { items: [], settled: true }
  const { safe } = state
  const rows = await readTimelineRows(store, { chainId, safe, entries })
  const book = await openBook(context, { chainId, addresses: listPages(rows) })
  const reading = { config, book, state, now: Date.now() }
  return {
    items: toSummaries(reading, { entries, rows, filter }),
    settled: book.settled,
  }
}
