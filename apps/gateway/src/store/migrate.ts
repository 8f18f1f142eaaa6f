import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely'
import type { Logger } from 'pino'
import { buildIndexes, type Index } from './buildIndexes.js'
import type { Database } from './database.js'
import { createHostPool } from './hostPool.js'
import { canMove, readWriterHosts } from './hosts.js'
import * as chains0001 from './migrations/0001_chains.js'
import * as following0002 from './migrations/0002_following.js'
import * as safes0003 from './migrations/0003_safes.js'
import * as history0004 from './migrations/0004_history.js'
import * as offChain0005 from './migrations/0005_off_chain.js'
import * as outbox0006 from './migrations/0006_outbox.js'
import * as tokens0007 from './migrations/0007_tokens.js'
import * as lookups0008 from './migrations/0008_lookups.js'
import * as writes0009 from './migrations/0009_writes.js'
import * as unsigned0010 from './migrations/0010_unsigned.js'
import * as interest0011 from './migrations/0011_interest.js'
import * as finalBlocks0012 from './migrations/0012_final_blocks.js'
import * as sizes0013 from './migrations/0013_sizes.js'
import * as transactionService0014 from './migrations/0014_transaction_service.js'
import * as books0015 from './migrations/0015_books.js'
import * as withdrawn0016 from './migrations/0016_withdrawn.js'
import * as members0017 from './migrations/0017_members.js'
import * as bridges0018 from './migrations/0018_bridges.js'
import * as notices0019 from './migrations/0019_notices.js'
import * as administration0021 from './migrations/0021_administration.js'
import * as names0022 from './migrations/0022_names.js'
import * as comments0023 from './migrations/0023_comments.js'
import * as scale0024 from './migrations/0024_scale.js'
import * as executions0025 from './migrations/0025_executions.js'
import * as reorgs0026 from './migrations/0026_reorgs.js'
import * as readings0027 from './migrations/0027_readings.js'
import { assertBeside, listMigrations, listNewer } from './newerRelease.js'
import { openPool } from './pool.js'

type Change = Migration['up']

/**
 * What takes long on a large database is done before the migration's own
 * transaction, while others read and write.
 */
type StandingMigration = Migration & {
  /** What the indexes need. It is done again after an interruption, and by `up`. */
  prepare?: Change | undefined
  indexes?: readonly Index[] | undefined
}

export const migrations: Record<string, StandingMigration> = {
  '0001_chains': chains0001,
  '0002_following': following0002,
  '0003_safes': safes0003,
  '0004_history': history0004,
  '0005_off_chain': offChain0005,
  '0006_outbox': outbox0006,
  '0007_tokens': tokens0007,
  '0008_lookups': lookups0008,
  '0009_writes': writes0009,
  '0010_unsigned': unsigned0010,
  '0012_final_blocks': finalBlocks0012,
  '0013_sizes': sizes0013,
  '0014_transaction_service': transactionService0014,
  '0015_books': books0015,
  '0016_withdrawn': withdrawn0016,
  '0017_members': members0017,
  '0018_bridges': bridges0018,
  '0021_administration': administration0021,
  '0023_comments': comments0023,
  '0022_names': names0022,
  '0019_notices': notices0019,
  '0011_interest': interest0011,
  '0024_scale': scale0024,
  '0025_executions': executions0025,
  '0026_reorgs': reorgs0026,
  '0027_readings': readings0027,
}

/** One number out of the way of our other locks. */
const lockNumber = sql.lit(String(0x636f72n << 40n))

/**
 * Anyone who waits for a lock has others wait behind it: after this it gives
 * way.
 */
const lockMs = 1_000

/** Does what is missing, by connections of its own to `url`. */
export async function migrate(
  store: Kysely<Database>,
  { url, log }: { url: string; log: Logger },
): Promise<void> {
  if (await isReady(store, log)) return
  const own = openOwn({ url, log })
  try {
    await aloneAmongProcesses(own, async () => {
      if (!(await isReady(own, log))) await migrateToLatest(own, log)
    })
  } finally {
    await own.destroy()
  }
}

function openOwn({ url, log }: { url: string; log: Logger }): Kysely<Database> {
  const hosts = readWriterHosts(url)
  const pool = canMove(hosts)
    ? createHostPool({ hosts, log })
    : openPool({ url, log })
  return new Kysely({ dialect: new PostgresDialect({ pool }) })
}

/** Nothing is missing, or a newer release has done more. */
async function isReady(store: Kysely<Database>, log: Logger): Promise<boolean> {
  const known = Object.keys(migrations)
  const done = await listMigrations(store)
  const newer = listNewer(done, known)
  if (newer.length === 0)
    return (
      done.length === known.length && done.every((name) => known.includes(name))
    )
  await assertBeside(store, known)
  log.warn(
    { newer },
    'A newer release has migrated the database; this one works beside it',
  )
  return true
}

/**
 * One process at a time. It asks again and again: building an index waits for
 * every statement that began before, and so for anyone who waits for a lock.
 */
async function aloneAmongProcesses(
  store: Kysely<Database>,
  work: () => Promise<void>,
): Promise<void> {
  const tryOnce = () =>
    store.transaction().execute(async (holder) => {
      await sql`
        set local idle_in_transaction_session_timeout = 0
      `.execute(holder)
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_xact_lock(${lockNumber}) as locked
      `.execute(holder)
      if (rows[0]?.locked) await work()
      return rows[0]?.locked
    })
  while (!(await tryOnce())) await delay(250)
}

async function migrateToLatest(
  store: Kysely<Database>,
  log: Logger,
): Promise<void> {
  const done = await listMigrations(store)
  const migrator = createMigrator(store)
  // Nobody waits for what is in an empty database.
  if (done.length === 0) {
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
    return
  }
  const missing = Object.entries(migrations)
    .filter(([name]) => !done.includes(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  // One by one: what a migration locks is free again before the next begins.
  for (const [name, { prepare, indexes = [] }] of missing) {
    log.info({ migration: name }, 'The database is migrated')
    if (prepare)
      await untilUnlocked(log, () =>
        store.transaction().execute((database) => inBrief(database, prepare)),
      )
    await buildIndexes(store, indexes)
    await untilUnlocked(log, async () => {
      const { error } = await migrator.migrateTo(name)
      if (error) throw error
    })
  }
}

function createMigrator(store: Kysely<Database>): Migrator {
  const entries = Object.entries(migrations).map(([name, { up }]) => {
    const migration: Migration = { up: (database) => inBrief(database, up) }
    return [name, migration] as const
  })
  return new Migrator({
    db: store,
    provider: { getMigrations: async () => Object.fromEntries(entries) },
  })
}

async function inBrief(
  database: Parameters<Change>[0],
  change: Change,
): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(database)
  await change(database)
}

async function untilUnlocked(
  log: Logger,
  change: () => Promise<void>,
): Promise<void> {
  for (;;) {
    try {
      return await change()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      log.info('A migration waits for a table that is in use')
      await delay(lockMs)
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return Object(error).code === '55P03'
}
