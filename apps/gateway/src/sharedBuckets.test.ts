import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseBuckets } from './chooseBuckets.js'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './store/embeddedPostgres.js'
import { openStore, type Store } from './store/openStore.js'
import { forgetCounts } from './store/writeCounts.js'
import { silent } from './testing/silent.js'

let folder: string
let postgres: EmbeddedPostgres
let stores: Store[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covault-buckets-'))
  postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silent })
  const open = () => openStore({ url: postgres.url, log: silent })
  stores = [await open(), await open()]
})
afterAll(async () => {
  for (const store of stores ?? []) await store.destroy()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A span that ends within a test would let more through. */
const minutes = 24 * 60

function openBuckets(
  databaseUrl: string | undefined,
  kind: string,
  perMinute = 5 / minutes,
) {
  return stores.map((store) =>
    chooseBuckets({ config: { databaseUrl }, store })({
      ...{ kind, perMinute, minutes },
    }),
  )
}

test('processes on one database count writes together', async () => {
  const [one, other] = openBuckets(postgres.url, 'together')
  if (!one || !other) throw new TypeError('Two were opened.')
  const waits = await Promise.all(
    Array.from({ length: 10 }, (_, at) => (at % 2 ? one : other).take('them')),
  )
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  expect(await one.wait('them')).toBeGreaterThan(0)
  expect(await other.take('them')).toBeGreaterThan(0)
  expect(await other.take('others')).toBe(0)
  expect(await other.take('them', 2)).toBe(0)
})

test('what has no limit is not counted, and a very large one is one', async () => {
  const [one] = openBuckets(postgres.url, 'free', Number.MAX_SAFE_INTEGER)
  expect(one?.take('them')).toBe(0)
  const [store] = stores
  const { rows } = await sql`select from bucket where kind = 'free'`.execute(
    store as Store,
  )
  expect(rows).toHaveLength(0)
  const [large] = openBuckets(postgres.url, 'large', 2 ** 30)
  expect(await large?.take('them', 1_000)).toBe(0)
  expect(await large?.wait('them', 1_000)).toBe(0)
})

test('a process with a database of its own counts in memory', async () => {
  const [one, other] = openBuckets(undefined, 'alone')
  for (let count = 0; count < 5; count++) expect(one?.take('them')).toBe(0)
  expect(one?.take('them')).toBeGreaterThan(0)
  expect(other?.take('them')).toBe(0)
})

test('counts that are over are forgotten', async () => {
  const [store] = stores
  if (!store) throw new TypeError('Two were opened.')
  await sql`update bucket set ends_at = now() - interval '1 minute'`.execute(
    store,
  )
  await forgetCounts(store)
  expect((await sql`select from bucket`.execute(store)).rows).toHaveLength(0)
})
