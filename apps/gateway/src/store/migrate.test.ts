import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/createTestDatabase.js'
import { migrateTo } from '../testing/migrateTo.js'
import { waitFor } from '../testing/scene.js'
import { silent } from '../testing/silent.js'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './embeddedPostgres.js'
import { migrations } from './migrate.js'
import { openStore, type Store } from './openStore.js'

/** The last one before those that build indexes. */
const before = '0023_comments'
/** Anyone who names a number has all of them, however long that takes. */
const rowsNamed = Number(process.env.COVAULT_MIGRATED_ROWS)
const rowsWanted = rowsNamed || 5_000_000
const rowsAtOnce = 250_000
const fillingMs = rowsNamed ? Number.POSITIVE_INFINITY : 120_000
/** Building indexes takes a disk and a processor from others, but no lock. */
const mostTimesLonger = 20

let folder: string
let postgres: EmbeddedPostgres

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covault-migrate-'))
  postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silent })
}, 120_000)
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('processes that start at once migrate once, and build again what an interrupted build left', async () => {
  const url = await createTestDatabase(postgres.url)
  const former = await migrateTo(url, before)
  await fill(former, 1_000)
  await sql`
    create unique index concurrently coverage_end on coverage (chain_id)
  `
    .execute(former)
    .catch(() => undefined)
  expect(await listIndexes(former)).toMatchObject({ coverage_end: false })
  const stores = await Promise.all(
    [0, 1, 2].map(() => openStore({ url, log: silent })),
  )
  expect(await listIndexes(former)).toEqual({
    coverage_end: true,
    multisig_tx_execution: true,
    watch_beginning: true,
    watch_followed_from: true,
    watch_unread: true,
    watch_waiting: true,
  })
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name
  `.execute(former)
  expect(rows.map(({ name }) => name)).toEqual(
    Object.keys(migrations).toSorted(),
  )
  for (const store of [former, ...stores]) await store.destroy()
}, 120_000)

test('a migration that waits for a long reader has nobody wait behind it', async () => {
  const url = await createTestDatabase(postgres.url)
  const former = await migrateTo(url, before)
  const waits = countWaits()
  const opening = await former.transaction().execute(async (reader) => {
    await readWatch(reader)
    const store = openStore({ url, log: waits.log })
    await waitFor('a migration that waits', () => waits.count() > 1)
    await readWatch(former)
    return { store }
  })
  const store = await opening.store
  expect(await listIndexes(former)).toMatchObject({ watch_unread: true })
  await store.destroy()
  await former.destroy()
}, 120_000)

test('nobody waits while a database with millions of rows is migrated @full', async () => {
  const url = await createTestDatabase(postgres.url)
  const former = await migrateTo(url, before)
  const rows = await fill(former, rowsWanted)
  const load = startLoad(former)
  const began = performance.now()
  const store = await openStore({ url, log: silent }).finally(load.stop)
  const took = performance.now() - began
  const waited = await load.stop()
  const alone = await startLoad(former, waited.length).done()
  tell({
    'rows in multisig_tx': rows,
    'migrations took (ms)': took,
    'reads and writes meanwhile': waited.length,
    ...describe('meanwhile', waited),
    ...describe('without a migration', alone),
  })
  expect(waited.length).toBeGreaterThan(100)
  const longest = Math.max(...waited)
  expect(longest).toBeLessThan(mostTimesLonger * Math.max(...alone))
  expect(longest).toBeLessThan(took / 10)
  await store.destroy()
  await former.destroy()
}, 3_600_000)

function describe(when: string, waited: readonly number[]) {
  const sorted = waited.toSorted((a, b) => a - b)
  return {
    [`median ${when} (ms)`]: sorted[Math.floor(sorted.length / 2)] ?? 0,
    [`99 % ${when} (ms)`]: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    [`longest ${when} (ms)`]: sorted.at(-1) ?? 0,
  }
}

/** A history of so many rows, as many as are written in time, and its safes. */
async function fill(store: Store, wanted: number): Promise<number> {
  const endsAt = performance.now() + fillingMs
  let rows = 0
  while (rows < wanted && performance.now() < endsAt) {
    const to = Math.min(rows + rowsAtOnce, wanted)
    await fillSpan(store, { from: rows, to })
    rows = to
  }
  return rows
}

const hash = sql`decode(lpad(to_hex(number), 64, '0'), 'hex')`
const safe = sql`decode(lpad(to_hex(number / 50), 40, '0'), 'hex')`
const address = sql`decode(lpad(to_hex(number), 40, '0'), 'hex')`

async function fillSpan(
  store: Store,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const numbers = sql`
    generate_series(${sql.lit(from)}, ${sql.lit(to - 1)}) number`
  await sql`
    insert into multisig_tx (chain_id, safe_tx_hash, safe, nonce, details,
      tx_hash, block_number, tx_index, log_index, executed_at, success)
    select 1, ${hash}, ${safe}, number % 50, 'log', ${hash}, number / 3,
      number % 200, 1, now(), true
    from ${numbers}
  `.execute(store)
  await sql`
    insert into coverage (chain_id, safe, from_block, to_block)
    select 1, ${address}, 1, number + 1 from ${numbers} where number % 5 = 0
  `.execute(store)
  await sql`
    insert into watch (chain_id, safe, followed_from, wanted_from)
    select 1, ${address}, number, 1 from ${numbers} where number % 5 = 0
  `.execute(store)
}

/** Each writes rows that are nobody else's. */
let turn = 0

/**
 * Readers and writers of each table; how long each of their questions took. They
 * end by themselves after so many.
 */
function startLoad(
  store: Store,
  most = Number.POSITIVE_INFINITY,
): { stop(): Promise<number[]>; done(): Promise<number[]> } {
  const waited: number[] = []
  let isEnded = false
  const repeat = async (ask: () => Promise<unknown>) => {
    while (!isEnded && waited.length < most) {
      const began = performance.now()
      await ask()
      waited.push(performance.now() - began)
    }
  }
  const next = () => sql.lit(1_000_000_000 + turn++)
  const works = [
    () =>
      sql`
        select * from multisig_tx where chain_id = 1 and safe =
          decode(lpad(to_hex(${next()} % 1000), 40, '0'), 'hex')
        order by nonce desc limit 20
      `.execute(store),
    () => readWatch(store),
    () =>
      sql`
        insert into multisig_tx (chain_id, safe_tx_hash, safe, details,
          block_number)
        select 1, ${hash}, ${safe}, 'log', number from
          (select ${next()} as number) one
      `.execute(store),
    () =>
      sql`
        insert into coverage (chain_id, safe, from_block, to_block)
        select 1, ${address}, 1, number from (select ${next()} as number) one
      `.execute(store),
    () =>
      sql`
        update watch set last_asked = now() where chain_id = 1
          and safe = decode(lpad('0', 40, '0'), 'hex')
      `.execute(store),
  ].map(repeat)
  const done = async () => {
    await Promise.all(works)
    return waited
  }
  return {
    done,
    stop() {
      isEnded = true
      return done()
    },
  }
}

async function readWatch(store: Store): Promise<void> {
  await sql`
    select * from watch where chain_id = 1 order by safe limit 20
  `.execute(store)
}

async function listIndexes(store: Store): Promise<Record<string, boolean>> {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select relname as name, indisvalid as valid
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relname in ('coverage_end', 'multisig_tx_execution',
      'watch_beginning', 'watch_followed_from', 'watch_unread', 'watch_waiting')
  `.execute(store)
  return Object.fromEntries(rows.map(({ name, valid }) => [name, valid]))
}

/** Counts how often a migration has given way. */
function countWaits() {
  let count = 0
  const info = (message: unknown) => {
    if (String(message).includes('waits for a table')) count++
  }
  const log = { ...silent, info } as unknown as typeof silent
  return { count: () => count, log }
}

function tell(report: Record<string, number>): void {
  const lines = Object.entries(report).map(
    ([name, value]) => `${name.padEnd(42)}${Math.round(value * 10) / 10}`,
  )
  process.stdout.write(`\n${lines.join('\n')}\n`)
}
