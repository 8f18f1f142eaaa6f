import { BaseError } from '@covault/protocol'
import {
  Kysely,
  type Migration,
  Migrator,
  PostgresDialect,
  type PostgresPool,
  sql,
} from 'kysely'
import type { Logger } from 'pino'
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
import { assertBeside, listMigrations, listNewer } from './newerRelease.js'
import { openPool, type PoolUses, readUse } from './pool.js'
import { prepareOften } from './prepareOften.js'
import { type Lists, openReplicas, type Reads } from './replicas.js'

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
  '0025_executions': executions0025,
  '0026_reorgs': reorgs0026,
}

/**
 * Connects, waits for a server that is still starting, and migrates. Where
 * `readUrl` names replicas, they answer what `readings` lets them.
 */
export async function openStore(parameters: {
  url: string
  readUrl?: string | undefined
  /** A pooler is between: a connection is another one after each transaction. */
  isPooled?: boolean | undefined
  log: Logger
}): Promise<Store> {
  const { pool, ...connections } = openConnections(parameters)
  const store: Store = new Kysely({ dialect: new PostgresDialect({ pool }) })
  opened.set(store, connections)
  try {
    await migrate(store, parameters.log)
  } catch (cause) {
    await store.destroy()
    throw cause instanceof BaseError ? cause : new StoreOpenError({ cause })
  }
  return store
}

type Opened = {
  use(): PoolUses
  lists?: Lists | undefined
  reads?: Reads | undefined
}

const opened = new WeakMap<Store, Opened>()

function openConnections(parameters: {
  url: string
  readUrl?: string | undefined
  isPooled?: boolean | undefined
  log: Logger
}): Opened & { pool: PostgresPool } {
  const { url, readUrl, isPooled, log } = parameters
  const hosts = readWriterHosts(url)
  if (readUrl !== undefined) {
    const primary = createHostPool({ hosts, log })
    const { use, ...opened } = openReplicas({ primary, readUrl, log })
    return {
      ...opened,
      use: () => ({ primary: primary.use(), replica: use() }),
    }
  }
  if (canMove(hosts)) {
    const pool = createHostPool({ hosts, log })
    return { pool, use: () => ({ primary: pool.use() }) }
  }
  const pool = openPool({ url, log })
  return {
    pool: isPooled ? pool : prepareOften(pool),
    use: () => ({ primary: readUse(pool) }),
  }
}

export function readPoolUses(store: Store): PoolUses | undefined {
  return opened.get(store)?.use()
}

/** Where requests that only read were answered; undefined: there are no replicas. */
export function getReads(store: Store): Reads | undefined {
  return opened.get(store)?.reads
}

/** Undefined: there are no replicas, and all is read from the primary. */
export function getLists(store: Store): Lists | undefined {
  return opened.get(store)?.lists
}

export async function isStoreAlive(store: Store): Promise<boolean> {
  return sql`select 1`.execute(store).then(
    () => true,
    () => false,
  )
}

async function migrate(store: Store, log: Logger): Promise<void> {
  const done = await listMigrations(store)
  const newer = listNewer(done, Object.keys(migrations))
  if (newer.length > 0) {
    await assertBeside(store, Object.keys(migrations))
    log.warn(
      { newer },
      'A newer release has migrated the database; this one works beside it',
    )
    return
  }
  const migrator = new Migrator({
    db: store,
    provider: { getMigrations: async () => migrations },
  })
  // One by one: what a migration locks is free again before the next begins.
  // Nobody waits for what is in an empty database.
  let isDone = false
  while (!isDone) {
    const { error, results = [] } = await (done.length > 0
      ? migrator.migrateUp()
      : migrator.migrateToLatest())
    if (error) throw error
    isDone = done.length === 0 || results.length === 0
  }
}

export class StoreOpenError extends BaseError {
  override name = 'StoreOpenError'
  constructor(options: { cause: unknown }) {
    super(
      `The database could not be opened: ${options.cause instanceof Error ? options.cause.message : String(options.cause)}. Check DATABASE_URL and that its server runs PostgreSQL 15 or later.`,
      options,
    )
  }
}
