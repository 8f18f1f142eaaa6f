import { BaseError } from '@covault/protocol'
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from './database.js'
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
import { prepareOften } from './prepareOften.js'

export type Store = Kysely<Database>

const migrations: Record<string, Migration> = {
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
}

/** Connects, waits for a server that is still starting, and migrates. */
export async function openStore(parameters: {
  url: string
  log: Logger
}): Promise<Store> {
  const { url, log } = parameters
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    types: { getTypeParser },
  })
  // A connection that drops is replaced by the pool; without listeners, idle
  // or lent out, it would end the process.
  const onError = (error: Error) =>
    log.warn({ error }, 'A database connection was lost')
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  const store: Store = new Kysely({
    dialect: new PostgresDialect({ pool: prepareOften(pool) }),
  })
  pools.set(store, pool)
  try {
    await migrate(store)
  } catch (cause) {
    await store.destroy()
    throw cause instanceof BaseError ? cause : new StoreOpenError({ cause })
  }
  return store
}

/** Connections of a store that work, that rest, and who waits for one. */
export type PoolUse = { busy: number; idle: number; waiting: number }

const pools = new WeakMap<Store, pg.Pool>()

export function readPoolUse(store: Store): PoolUse | undefined {
  const pool = pools.get(store)
  if (!pool) return undefined
  const { totalCount, idleCount, waitingCount } = pool
  return {
    busy: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  }
}

export async function isStoreAlive(store: Store): Promise<boolean> {
  return sql`select 1`.execute(store).then(
    () => true,
    () => false,
  )
}

/** The database is away or ending; what was asked may be asked again. */
export function isStoreFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  // Classes 08 (connection), 40 (transaction rolled back), 53 (resources) and
  // 57 (operator) of PostgreSQL.
  if (typeof code === 'string' && /^(08|40|53|57)[0-9A-Z]{3}$/.test(code))
    return true
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT'].includes(String(code)) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  )
}

async function migrate(store: Store): Promise<void> {
  const migrator = new Migrator({
    db: store,
    provider: { getMigrations: async () => migrations },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** int8 is a bigint here; numeric stays text, so that no digit is lost. */
const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
  oid === pg.types.builtins.INT8
    ? BigInt
    : pg.types.getTypeParser(oid, format as 'text')

export class StoreOpenError extends BaseError {
  override name = 'StoreOpenError'
  constructor(options: { cause: unknown }) {
    super(
      `The database could not be opened: ${options.cause instanceof Error ? options.cause.message : String(options.cause)}. Check DATABASE_URL and that its server runs PostgreSQL 15 or later.`,
      options,
    )
  }
}
