import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readTimelineRows } from '../routes/timelineRows.js'
import {
  chainId,
  inventSafes,
  nameOwner,
  nameSafe,
} from '../testing/inventSafes.js'
import { silent } from '../testing/silent.js'
import { toBytes } from './bytes.js'
import type { Database } from './database.js'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './embeddedPostgres.js'
import {
  filterFollowed,
  isFollowedMore,
  listComplete,
  listReadIn,
  listUnread,
} from './followed.js'
import { readFollowedState } from './followedState.js'
import { openStore, type Store } from './openStore.js'
import { listSafesOfOwner, readStates } from './safeStates.js'
import { readCount, readTimelinePage } from './timeline.js'
import { listSeenTokens } from './tokens.js'
import { countQueue, readQueue } from './transactions.js'
import { findImitations } from './transfers.js'
import { hasWaiting } from './watches.js'

vi.setConfig({ testTimeout: 300_000 })

const safes = 2_000
let folder: string
let postgres: EmbeddedPostgres
let store: Store
const asked: CompiledQuery[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covault-plans-'))
  postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silent })
  const filled = await openStore({ url: postgres.url, log: silent })
  await inventSafes(filled, { from: 0, to: safes })
  await filled.destroy()
  store = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: new pg.Pool({ connectionString: postgres.url }),
    }),
    log({ query }) {
      asked.push(query)
    },
  })
}, 600_000)
afterAll(async () => {
  await store?.destroy()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const safe = nameSafe(7)
const owner = nameOwner(1)
const place = { chainId, safe }

const reads: Record<string, () => Promise<unknown>> = {
  async history() {
    const entries = await readTimelinePage(store, { ...place, limit: 20 })
    await readTimelineRows(store, { ...place, entries })
    await readCount(store, { ...place, list: 'history' })
    await findImitations(store, { ...place, from: 1n, to: 2_000_000n })
  },
  queue: () =>
    readQueue(store, {
      ...place,
      ...{ fromNonce: 0n, trusted: true, limit: 20, least: 1 },
    }),
  async overview() {
    await readFollowedState(store, place)
    await countQueue(store, { ...place, fromNonce: 0n, threshold: 2, owner })
    await listSeenTokens(store, { ...place, limit: 100 })
  },
  owners: () => listSafesOfOwner(store, { chainId, owner }),
  async block() {
    const addresses = Array.from({ length: 600 }, (_, at) => nameOwner(at))
    await isFollowedMore(store, { chainId, than: 1_000 })
    await filterFollowed(store, { chainId, addresses })
    await readStates(store, { chainId, safes: [safe] })
    await listReadIn(store, { chainId, addresses, from: 1n, to: 20n })
    await hasWaiting(store, chainId)
  },
  async upkeep() {
    await listUnread(store, { chainId, limit: 10 })
    await listComplete(store, { chainId, after: safe, limit: 10 })
  },
}

/** With a row for each safe or more, however many there are. */
const large =
  /Seq Scan on (multisig_tx|confirmation|transfer|timeline|fee|safe_state|safe_owner|counter)\b/

test.each(Object.keys(reads))(
  '%s is read by its keys, whatever else the tables hold @full',
  async (name) => {
    asked.length = 0
    await reads[name]?.()
    const queries = [...asked]
    expect(queries.length).toBeGreaterThan(0)
    for (const query of queries) {
      const text = `explain ${query.sql}`
      const values = [...query.parameters]
      expect(await explain({ text, values })).not.toMatch(large)
      // What is prepared may be planned without what it is asked for.
      const blind = `explain (generic_plan) ${query.sql}`
      expect(await explain({ text: blind })).not.toMatch(large)
    }
  },
)

test('what is asked often is prepared, and asked plainly once its table has changed @full', async () => {
  const often = await openStore({ url: postgres.url, log: silent })
  const read = () =>
    often
      .selectFrom('counter')
      .selectAll()
      .where('safe', '=', toBytes(safe))
      .execute()
  for (let count = 0; count < 50; count++) await read()
  const { rows } = await sql`select from pg_prepared_statements`.execute(often)
  expect(rows).toHaveLength(1)
  await sql`alter table counter add column note text`.execute(often)
  expect(await read()).toMatchObject([{ list: 'history', note: null }])
  await sql`alter table counter drop column note`.execute(often)
  expect(await read()).toMatchObject([{ list: 'history' }])
  await often.destroy()
})

async function explain(query: {
  text: string
  values?: unknown[]
}): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    const { rows } = await client.query({ ...query, rowMode: 'array' })
    return rows.flat().join('\n')
  } finally {
    await client.end()
  }
}
