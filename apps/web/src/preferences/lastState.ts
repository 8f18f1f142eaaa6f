import {
  hashKey,
  type Query,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import * as z from 'zod/mini'
import { createStore } from '../lib/store.js'
import { environment, readGatewayUrl } from './environment.js'
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
  /** Who was asked for lists: keys name no server. Null: nobody. */
  gateway: z.nullable(z.string()),
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

/** What was read since it was written, by the hash of its key. */
const pending = new Map<string, Query>()
/** What was written last of each; the same is written again only for its age. */
let written = new WeakMap<Query, unknown>()

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
    /** Tells of the same while the page stands. */
    hearEnd: (onEnd: () => void) => void
  },
): Promise<void> {
  const { release, isKept, hasEnded, hearEnd } = parameters
  const source = { release, gateway: readGatewayUrl() ?? null }
  if (!keepsLastState.read()) return forgetLastState()
  const forgotten = hasEnded && forgetLastState()
  const restored = new Map<string, number>()
  const cache = queries.getQueryCache()
  let isWaiting = false
  let isOver = false
  const stop = () => {
    isOver = true
    pending.clear()
  }
  // Other tabs show the same a while longer, and it may be another server's.
  // Whoever has this browser forgotten is heard here as well.
  environment.subscribe(stop)
  hearEnd(stop)
  const write = (isDue: (query: Query) => boolean) => {
    isWaiting = false
    const read = [...pending.values()].filter(isDue)
    for (const query of read) {
      pending.delete(query.queryHash)
      written.set(query, query.state.data)
    }
    if (read.length > 0 && keepsLastState.read())
      void save(read.flatMap((query) => toAnswer(query, source)))
  }
  cache.subscribe(({ type, query, ...event }) => {
    const isRead =
      type === 'updated' &&
      'action' in event &&
      event.action.type === 'success' &&
      !event.action.manual
    if (isRead && isKept(query.queryKey)) {
      restored.delete(query.queryHash)
      if (!isOver) pending.set(query.queryHash, query)
      if (!isOver && !isWaiting && isNew(query)) {
        isWaiting = true
        setTimeout(() => write(isNew), settleTime)
      }
    }
    const oldest = findOldest(queries, restored)
    if (oldest !== lastVisit.read()) lastVisit.write(oldest)
  })
  // Whoever leaves before it is time comes back to it all the same.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') write(() => true)
  })
  await forgotten
  const { kept, outdated } = sortOut(await answers.list())
  for (const { value } of kept) {
    const { key, data, at } = value
    const isUsable =
      value.release === source.release && value.gateway === source.gateway
    if (!isUsable || !isKept(key) || queries.getQueryData(key) !== undefined)
      continue
    restored.set(hashKey(key), at)
    queries.setQueryData(key, markKept(data, at), { updatedAt: at })
    cache.find({ queryKey: key, exact: true })?.invalidate()
  }
  for (const { name } of outdated) void answers.remove(name)
}

/** Also what was read just now and is about to be kept. */
export async function forgetLastState(): Promise<void> {
  pending.clear()
  written = new WeakMap()
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

/** A poll that finds what was there before answers with the same object. */
function isNew(query: Query): boolean {
  return written.get(query) !== query.state.data
}

/** Of lists the first page. */
function toAnswer(
  { queryKey, state: { data, dataUpdatedAt: at } }: Query,
  source: Pick<Answer, 'release' | 'gateway'>,
): Answer[] {
  const key = [...queryKey]
  const { pages, pageParams } = Object(data) as Partial<{
    pages: unknown[]
    pageParams: unknown[]
  }>
  if (!pages || !pageParams) return [{ key, data, at, ...source }]
  const [first] = pageParams
  const url = typeof first === 'string' ? first : Object(first).url
  if (url !== '') return []
  const page = { pages: pages.slice(0, 1), pageParams: [first] }
  return [{ key, data: page, at, ...source }]
}

async function save(read: readonly Answer[]): Promise<void> {
  await answers.writeAll(
    read.map((value) => ({ name: hashKey(value.key), value })),
  )
}

type Kept = { name: string; value: Answer }

/** Once on each visit: what a visit adds is bounded by what is looked at. */
function sortOut(all: readonly Kept[]) {
  const kept = all
    .filter(({ value: { at } }) => Date.now() - at < longestKept)
    .sort((a, b) => b.value.at - a.value.at)
    .slice(0, mostKept)
  return { kept, outdated: all.filter((one) => !kept.includes(one)) }
}
