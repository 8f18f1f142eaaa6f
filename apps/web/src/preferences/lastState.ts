import {
  hashKey,
  type Query,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import * as z from 'zod/mini'
import { createStore } from '../lib/store.js'
import { definePreference } from './preference.js'
import { defineRecords } from './records.js'

/** Whether safes and lists are kept for the next visit. */
export const keepsLastState = definePreference({
  name: 'lastState',
  schema: z.boolean(),
  fallback: true,
})

/** Of what is shown, when the oldest was read on an earlier visit. */
export const lastVisit = createStore<number | undefined>(undefined)

const answer = z.object({
  key: z.array(z.unknown()),
  data: z.unknown(),
  at: z.number(),
  /** By which it was read: another one has other forms. */
  release: z.string(),
})
type Answer = z.output<typeof answer>

/** By the hash of their keys. */
const answers = defineRecords({ kind: 'lastState', schema: answer })

/** Milliseconds. What is older helps nobody. */
export const longestKept = 7 * 86_400_000
/** More are not kept; the oldest give way. */
export const mostKept = 40
/** A page that fills itself is written once. */
const settleTime = 2000

/** What was read and is not written yet, by the hash of its key. */
const changed = new Map<string, Query>()

/**
 * Shows at once what was known before, and keeps what is read. It counts as
 * outdated from the beginning: whoever needs it for more than showing it asks
 * again, and flows wait for that.
 */
export async function keepLastState(
  queries: QueryClient,
  parameters: {
    release: string
    isKept: (key: QueryKey) => boolean
    /** Whoever was signed in is not any more. */
    hasEnded: boolean
  },
): Promise<void> {
  const { release, isKept, hasEnded } = parameters
  if (!keepsLastState.read()) return forgetLastState()
  const forgotten = hasEnded && forgetLastState()
  const restored = new Map<string, number>()
  const cache = queries.getQueryCache()
  let isWaiting = false
  const write = () => {
    isWaiting = false
    if (changed.size === 0) return
    const read = [...changed.values()].flatMap((query) =>
      toAnswer(query, release),
    )
    changed.clear()
    if (keepsLastState.read()) void save(read)
  }
  cache.subscribe(({ type, query, ...event }) => {
    const isRead =
      type === 'updated' &&
      'action' in event &&
      event.action.type === 'success' &&
      !event.action.manual
    if (isRead && isKept(query.queryKey)) {
      restored.delete(query.queryHash)
      changed.set(query.queryHash, query)
      if (!isWaiting) setTimeout(write, settleTime)
      isWaiting = true
    }
    const oldest = findOldest(queries, restored)
    if (oldest !== lastVisit.read()) lastVisit.write(oldest)
  })
  // Whoever leaves before it is time comes back to it all the same.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') write()
  })
  await forgotten
  for (const { value } of await answers.list()) {
    const { key, data, at } = value
    const isUsable = value.release === release && isYoung(value)
    if (!isUsable || !isKept(key) || queries.getQueryData(key) !== undefined)
      continue
    restored.set(hashKey(key), at)
    queries.setQueryData(key, markKept(data, at), { updatedAt: at })
    cache.find({ queryKey: key, exact: true })?.invalidate()
  }
}

/** Also what was read just now and is about to be kept. */
export async function forgetLastState(): Promise<void> {
  changed.clear()
  for (const { name } of await answers.list()) await answers.remove(name)
}

/** Of those that somebody looks at. */
function findOldest(
  queries: QueryClient,
  restored: ReadonlyMap<string, number>,
): number | undefined {
  const shown = [...restored].flatMap(([hash, at]) => {
    const query = queries.getQueryCache().get(hash)
    return query && query.getObserversCount() > 0 ? at : []
  })
  return shown.length > 0 ? Math.min(...shown) : undefined
}

/** What says where it comes from says also that it was read before. */
function markKept(data: unknown, keptAt: number): unknown {
  if (typeof data !== 'object' || data === null || !('provenance' in data))
    return data
  return { ...data, provenance: { ...Object(data.provenance), keptAt } }
}

/** Of lists the first page. */
function toAnswer(
  { queryKey, state: { data, dataUpdatedAt: at } }: Query,
  release: string,
): Answer[] {
  const key = [...queryKey]
  const { pages, pageParams } = Object(data) as Partial<{
    pages: unknown[]
    pageParams: unknown[]
  }>
  if (!pages || !pageParams) return [{ key, data, at, release }]
  const [first] = pageParams
  const url = typeof first === 'string' ? first : Object(first).url
  if (url !== '') return []
  const page = { pages: pages.slice(0, 1), pageParams: [first] }
  return [{ key, data: page, at, release }]
}

async function save(read: readonly Answer[]): Promise<void> {
  await answers.writeAll(
    read.map((value) => ({ name: hashKey(value.key), value })),
  )
  const newest = (await answers.list()).sort((a, b) => b.value.at - a.value.at)
  for (const [rank, { name, value }] of newest.entries())
    if (rank >= mostKept || !isYoung(value)) await answers.remove(name)
}

function isYoung({ at }: Answer): boolean {
  return Date.now() - at < longestKept
}
