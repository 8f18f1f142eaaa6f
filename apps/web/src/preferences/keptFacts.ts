import { isDecimals } from '@covault/protocol'
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { environment } from './environment.js'
import { defineRecords } from './records.js'

/** Milliseconds. What is older is never shown. */
export const longestKept = 24 * 3_600_000

/** More are not kept; the oldest give way. */
export const mostKept = 500

const fact = z
  .object({
    key: z.array(z.union([z.string(), z.number()])),
    value: z.nullable(z.union([z.string(), z.number()])),
    /** When it was read from the chain. */
    at: z.number(),
  })
  .check(
    z.refine(
      ({ key: [kind], value }) =>
        kind !== 'decimals' || value === null || isDecimals(Number(value)),
    ),
  )
type Fact = z.output<typeof fact>

const keptFacts = defineRecords({ kind: 'facts', schema: z.array(fact) })
const name = 'all'

/** Names of accounts and the decimals of tokens, by the key of their query. */
const kinds = ['reverseName', 'decimals']

/** A list that fills itself is written once. */
const settleTime = 1000

/**
 * What of the chain seldom changes is at hand on the next visit, and read again
 * as soon as the query calls it stale. Rows and lists show it; what a review is
 * about is never kept.
 */
export function keepFacts(queries: QueryClient): void {
  for (const kind of kinds)
    queries.setQueryDefaults([kind], { gcTime: longestKept })
  void show(queries)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  // Another tab chose other nodes, or has this browser forgotten.
  environment.subscribe(() => {
    isOver = true
  })
  queries.getQueryCache().subscribe((event) => {
    const isRead =
      event.type === 'updated' &&
      event.action.type === 'success' &&
      !event.action.manual &&
      kinds.includes(String(event.query.queryKey[0]))
    if (!isRead || timer) return
    timer = setTimeout(() => {
      timer = undefined
      if (!isOver) void write(queries)
    }, settleTime)
  })
}

/**
 * Anyone who reads the chain through another endpoint reads all of it again.
 */
export async function forgetFacts(): Promise<void> {
  await keptFacts.remove(name)
}

async function show(queries: QueryClient): Promise<void> {
  for (const { key, value, at } of await readKept())
    if (queries.getQueryData(key) === undefined)
      queries.setQueryData(key, value, { updatedAt: at })
}

async function readKept(): Promise<Fact[]> {
  const kept = (await keptFacts.read(name)) ?? []
  const now = Date.now()
  return kept.filter(({ at }) => at <= now && now - at < longestKept)
}

async function write(queries: QueryClient): Promise<void> {
  const read = kinds.flatMap((kind) =>
    queries
      .getQueryCache()
      .findAll({ queryKey: [kind] })
      .flatMap(({ queryKey, state: { data, dataUpdatedAt: at } }) => {
        const parsed = z.safeParse(fact, { key: queryKey, value: data, at })
        return parsed.success ? [parsed.data] : []
      }),
  )
  // Other tabs read others.
  const all = [...(await readKept()), ...read].sort((a, b) => a.at - b.at)
  const newest = new Map(all.map((one) => [one.key.join(), one]))
  await keptFacts.write(name, [...newest.values()].slice(-mostKept))
}
