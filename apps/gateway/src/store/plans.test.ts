import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { zeroHash } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readTimelineRows } from '../routes/timelineRows.js'
import {
  chainId,
  inventSafes,
  nameOwner,
  nameSafe,
  vacuum,
} from '../testing/inventSafes.js'
import { silent } from '../testing/silent.js'
import { readStoredBalances } from './balances.js'
import { listWithoutBeginning } from './beginnings.js'
import { toBytes } from './bytes.js'
import { readCreation } from './creations.js'
import type { Database } from './database.js'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './embeddedPostgres.js'
import { listFeesDue } from './fees.js'
import {
  filterFollowed,
  listComplete,
  listReadIn,
  listUnread,
} from './followed.js'
import { readFollowedState } from './followedState.js'
import { isMemberOfFollowed, listMemberSafes } from './members.js'
import { listMessages, readMessage, readMessageCount } from './messages.js'
import { openStore, type Store } from './openStore.js'
import {
  listChanges,
  listChangesOf,
  readLastChange,
  readOutboxBounds,
} from './outbox.js'
import { openPool } from './pool.js'
import { prepareOften } from './prepareOften.js'
import { listSafesOfOwner, readStates } from './safeStates.js'
import {
  filterKnownSafes,
  listStaleSafes,
  listWithoutCreation,
} from './safes.js'
import { ownsFollowedSafe } from './slots.js'
import { readStanding } from './standing.js'
import { readTags } from './tags.js'
import { readCount, readTimelinePage } from './timeline.js'
import { listSeenTokens } from './tokens.js'
import { countQueue, readQueue } from './transactions.js'
import { expireUnsigned } from './unsigned.js'
import { hasWaiting, readSync, readWatch, unfollowIdle } from './watches.js'

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
  await inventRest(filled)
  await vacuum(filled)
  await pretendRows(filled)
  await filled.destroy()
  store = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: openPool({ url: postgres.url, log: silent }),
    }),
    log({ query }) {
      if (!/^(begin|commit)$/.test(query.sql)) asked.push(query)
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

/** Those with a row for each safe or more, however many there are. */
const large = [
  ...['multisig_tx', 'confirmation', 'transfer', 'timeline', 'fee'],
  ...['safe', 'safe_state', 'safe_owner', 'watch', 'coverage', 'counter'],
  ...['message', 'message_confirmation', 'outbox'],
]

/** What a gateway at work has beside the safes and their past. */
async function inventRest(filled: Store): Promise<void> {
  await sql`update watch set complete_below = followed_from`.execute(filled)
  await sql`
    insert into coverage (chain_id, safe, from_block, to_block)
    select chain_id, safe, 0, 0 from watch
  `.execute(filled)
  await sql`
    insert into outbox (chain_id, safe, kind, block_number)
    select chain_id, safe, 'history', 1 from watch
    cross join generate_series(1, 10)
  `.execute(filled)
}

const pretendedRows = 50_000_000

/**
 * Plans are made as if each large table had so many rows, with as many of them
 * to each safe as there are now.
 */
async function pretendRows(filled: Store): Promise<void> {
  const named = sql`relname = any(${large}::text[])
    and relnamespace = 'public'::regnamespace`
  await sql`
    update pg_statistic set stadistinct = -stadistinct / reltuples
    from pg_class
    where pg_class.oid = starelid and ${named} and stadistinct > 100
  `.execute(filled)
  await sql`
    update pg_class of_index
    set reltuples = of_index.reltuples * ${pretendedRows}::float4 / held.reltuples
    from pg_index, (select oid, reltuples from pg_class where ${named}) held
    where of_index.oid = indexrelid and held.oid = indrelid
  `.execute(filled)
  const { rows } = await sql`
    update pg_class set reltuples = ${pretendedRows}::float4 where ${named}
    returning relname
  `.execute(filled)
  expect(rows).toHaveLength(large.length)
}

const reads: Record<string, () => Promise<unknown>> = {
  async history() {
    const entries = await readTimelinePage(store, { ...place, limit: 20 })
    await readTimelineRows(store, { ...place, entries })
    await readCount(store, { ...place, list: 'history' })
  },
  queue: () =>
    readQueue(store, {
      ...place,
      ...{ fromNonce: 0n, trusted: true, limit: 20, least: 1 },
    }),
  async messages() {
    const [first] = await listMessages(store, { ...place, limit: 1 })
    const { messageHash = '0x', key } = first ?? {}
    await listMessages(store, { ...place, limit: 20, after: key })
    await readMessage(store, { chainId, messageHash })
    await readMessageCount(store, place)
  },
  async safe() {
    await readWatch(store, place)
    await readSync(store, place)
    await readTags(store, { ...place, nonce: 25n })
    await readCreation(store, place)
  },
  async overview() {
    await readFollowedState(store, place)
    await countQueue(store, { ...place, fromNonce: 0n, threshold: 2, owner })
    await readStoredBalances(store, { ...place, block: zeroHash })
    await listSeenTokens(store, { ...place, limit: 100 })
  },
  async owners() {
    await listSafesOfOwner(store, { chainId, owner })
    await listMemberSafes(store, { chainId, account: owner })
    await isMemberOfFollowed(store, { chainId, account: owner })
    await ownsFollowedSafe(store, { chainIds: [chainId], owner })
  },
  async changes() {
    const { last } = await readOutboxBounds(store)
    await readLastChange(store)
    await listChanges(store, { after: last - 1n, limit: 1_000 })
    const of = [{ chainId, address: safe }]
    await listChangesOf(store, {
      ...{ safes: of, after: last - 1_000n, upTo: last, limit: 1_000 },
    })
  },
  async block() {
    const addresses = Array.from({ length: 600 }, (_, at) => nameOwner(at))
    await filterFollowed(store, { chainId, addresses })
    await filterKnownSafes(store, { chainId, addresses })
    await readStates(store, { chainId, safes: [safe] })
    await listReadIn(store, { chainId, addresses, from: 1n, to: 20n })
    await hasWaiting(store, chainId)
    await readStanding(store, chainId)
  },
  async upkeep() {
    await listUnread(store, { chainId, limit: 10 })
    await listComplete(store, { chainId, after: safe, limit: 10 })
    await listStaleSafes(store, { chainId, limit: 10 })
    await listWithoutBeginning(store, { chainId, limit: 10 })
    await listWithoutCreation(store, { chainId, limit: 10 })
    await listFeesDue(store, { chainId, limit: 10 })
    await unfollowIdle(store, { chainId, idleSeconds: 1_000_000 })
    await expireUnsigned(store, chainId)
  },
}

/** What nobody waits for may look at a partial index of which little is known. */
const patient = ['block', 'upkeep']

/** More than any page, block or safe of these has. */
const mostRows = 10_000

test.each(Object.keys(reads))(
  '%s is read by its keys, whatever else the tables hold @full',
  async (name) => {
    asked.length = 0
    await reads[name]?.()
    const queries = [...asked]
    expect(queries.length).toBeGreaterThan(0)
    for (const { sql: text, parameters } of queries) {
      const values = [...parameters]
      const plan = await explain({
        ...{ text: `explain (format json) ${text}`, values },
      })
      expect({ text, wide: listWide(plan, patient.includes(name)) }).toEqual({
        ...{ text, wide: [] },
      })
      // What is prepared may be planned without what it is asked for.
      const blind = await explain({
        text: `explain (generic_plan, format json) ${text}`,
      })
      expect({ text, wide: listWide(blind, true) }).toEqual({ text, wide: [] })
    }
  },
)

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Plan Rows': number
  Plans?: Plan[]
}

/** Through these a limit reaches what is below: they stop with it. */
const streaming =
  /^(Limit|Index Scan|Index Only Scan|Nested Loop|Result|Append|Subquery Scan|Unique)$/

/** The parts of a plan that read a whole table, or are expected to give more than they may. */
function listWide(
  plan: Plan,
  anyRows: boolean,
  limit = Number.POSITIVE_INFINITY,
): string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Plan Rows': rows } = plan
  const isWhole = type.endsWith('Seq Scan') && large.includes(table ?? '')
  const isMany = !anyRows && Math.min(rows, limit) > mostRows
  const own = isWhole || isMany ? [`${type} ${table ?? ''}: ${rows}`] : []
  const within = type === 'Limit' ? Math.min(rows, limit) : limit
  return [
    ...own,
    ...(plan.Plans ?? []).flatMap((below) =>
      listWide(
        below,
        anyRows,
        streaming.test(type) ? within : Number.POSITIVE_INFINITY,
      ),
    ),
  ]
}

test('what is asked often is prepared, and asked plainly once its table has changed @full', async () => {
  const often = await openStore({ url: postgres.url, log: silent })
  const read = () =>
    often
      .selectFrom('counter')
      .selectAll()
      .where('safe', '=', toBytes(safe))
      .where('list', '=', 'history')
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

test('a connection that is lost before its first use is given back', async () => {
  const pool = openPool({ url: postgres.url, log: silent })
  pool.once('connect', (client) => {
    const { connection } = client as unknown as {
      connection: { stream: { destroy(): void } }
    }
    connection.stream.destroy()
  })
  const often = prepareOften(pool)
  await expect(often.connect()).rejects.toThrow('terminated')
  expect(pool.totalCount).toBe(0)
  const client = await often.connect()
  expect((await client.query('select 1 as one', [])).rows).toEqual([{ one: 1 }])
  client.release()
  await often.end()
})

async function explain(query: {
  text: string
  values?: unknown[]
}): Promise<Plan> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      query,
    )
    const [row] = rows
    if (!row) throw new TypeError('There is no plan.')
    return row['QUERY PLAN'][0].Plan
  } finally {
    await client.end()
  }
}
