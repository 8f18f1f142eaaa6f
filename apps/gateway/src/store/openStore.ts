import { BaseError } from '@covault/protocol'
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './database.js'
import { createHostPool } from './hostPool.js'
import { canMove, readWriterHosts } from './hosts.js'
import { migrate } from './migrate.js'
import { openPool, type PoolUses, readUse } from './pool.js'
import { prepareOften } from './prepareOften.js'
import { type Lists, openReplicas, type Reads } from './replicas.js'

export type Store = Kysely<Database>

/**
 * Connects, waits for a server that is still starting, and migrates. Where
 * `readUrl` names replicas, they answer what `readings` lets them.
 */
export async function openStore(parameters: {
  url: string
  readUrl?: string | undefined
  /**
   * Past the pooler that `url` leads through, where a connection is another one
   * after each transaction.
   */
  directUrl?: string | undefined
  log: Logger
}): Promise<Store> {
  const { url, directUrl = url, log } = parameters
  const { pool, ...connections } = openConnections(parameters)
  const store: Store = new Kysely({ dialect: new PostgresDialect({ pool }) })
  opened.set(store, connections)
  try {
    await migrate(store, { url: directUrl, log })
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
  directUrl?: string | undefined
  log: Logger
}): Opened & { pool: PostgresPool } {
  const { url, readUrl, directUrl = url, log } = parameters
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
    pool: directUrl === url ? prepareOften(pool) : pool,
    use: () => ({ primary: readUse(pool) }),
  }
}

/** None of a store that was not opened here. */
export function readPoolUses(store: Store): PoolUses[] {
  const connections = opened.get(store)
  return connections ? [connections.use()] : []
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

export class StoreOpenError extends BaseError {
  override name = 'StoreOpenError'
  constructor(options: { cause: unknown }) {
    super(
      `The database could not be opened: ${options.cause instanceof Error ? options.cause.message : String(options.cause)}. Check DATABASE_URL and that its server runs PostgreSQL 15 or later.`,
      options,
    )
  }
}
