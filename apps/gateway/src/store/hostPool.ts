import { setTimeout as delay } from 'node:timers/promises'
import { BaseError } from '@covault/protocol'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Hosts } from './hosts.js'
import { openPool, type PoolUse, readUse } from './pool.js'
import { isHostFailure } from './storeFailure.js'
import {
  NoHostError,
  openWatched,
  type WatchedConnection,
} from './watchedConnection.js'

/** Connections to whichever of several servers is the one that is wanted. */
type HostPool = PostgresPool & { use(): PoolUse }

/** The server that is used at present. */
type Host = {
  pool: pg.Pool
  /** The connections that somebody works with. */
  lent: Set<pg.PoolClient>
  sentinel: WatchedConnection
  /** A connection has failed, and whether the server has is being asked. */
  isDoubted: boolean
}

/** After this time servers that were refused are tried again. */
const againMs = 250

/**
 * Finds the server that is wanted, hands out connections to it, and looks for
 * another as soon as it is gone, silent or something else. Meanwhile anyone who
 * asks is refused, at once or after `patienceMs`.
 */
export function createHostPool(parameters: {
  hosts: Hosts
  log: Logger
  /** Called with every server that is used from now on. */
  onMove?: (() => void) | undefined
  patienceMs?: number
}): HostPool {
  const { hosts, log, onMove, patienceMs = 0 } = parameters
  let current: Host | undefined
  let finding: Promise<Host> | undefined
  let searching: Promise<void> | undefined
  let isEnded = false

  const leave = (host: Host | undefined, error: Error | undefined) => {
    if (!host || current !== host) return
    current = undefined
    log.warn({ error }, 'The database is looked for on its other servers')
    void close(host)
    searching = search().finally(() => {
      searching = undefined
    })
  }
  const search = async () => {
    while (!current && !isEnded)
      await find().catch(() => delay(againMs, undefined, { ref: false }))
  }
  const openHost = async (): Promise<Host> => {
    let host: Host | undefined
    const sentinel = await openWatched({
      hosts,
      onLost: (error) => leave(host, error),
    })
    host = {
      ...{ sentinel, lent: new Set(), isDoubted: false },
      pool: openPool({ url: sentinel.url, log }),
    }
    if (isEnded) {
      await close(host)
      throw new EndedPoolError()
    }
    current = host
    onMove?.()
    return host
  }
  const find = (): Promise<Host> => {
    finding ??= openHost().finally(() => {
      finding = undefined
    })
    return finding
  }
  const findNow = async (): Promise<Host> => {
    if (isEnded) throw new EndedPoolError()
    if (!current && !searching) return find()
    if (patienceMs > 0 && (!current || current.isDoubted)) {
      const patience = delay(patienceMs, undefined, { ref: false })
      await Promise.race([current?.sentinel.checked(), patience])
      await Promise.race([searching, patience])
    }
    if (current && !current.isDoubted) return current
    throw new NoHostError(hosts.wanted)
  }

  return {
    async connect() {
      const host = await findNow()
      const client = await host.pool.connect().catch((error: unknown) => {
        if (isHostFailure(error)) doubt(host)
        throw error
      })
      return lend(host, client)
    },
    async end() {
      isEnded = true
      await finding?.catch(() => undefined)
      if (current) await close(current)
      current = undefined
    },
    use: () =>
      current ? readUse(current.pool) : { busy: 0, idle: 0, waiting: 0 },
  }
}

/** One failure is enough to ask whether this is still the right server. */
function lend(host: Host, client: pg.PoolClient): PostgresPoolClient {
  let isBroken = false
  host.lent.add(client)
  const query = async (...[text, values]: [string, unknown[]]) => {
    try {
      return await client.query<pg.QueryResultRow>(text, values)
    } catch (error) {
      if (isHostFailure(error)) {
        isBroken = true
        doubt(host)
      }
      throw error
    }
  }
  return {
    // Nothing here reads by a cursor.
    query: query as unknown as PostgresPoolClient['query'],
    release() {
      host.lent.delete(client)
      client.release(isBroken)
    },
  }
}

/** Nobody is sent there until it has answered. */
function doubt(host: Host): void {
  host.isDoubted = true
  void host.sentinel.check().then(() => {
    host.isDoubted = false
  })
}

/** How long a server has to take its leave. */
const leaveMs = 1_000

/**
 * Anyone who works with a connection is not left waiting for a silent server.
 */
async function close({ pool, lent, sentinel }: Host): Promise<void> {
  const ended = Promise.allSettled([
    sentinel.end(),
    ...[...lent].map((client) => client.end()),
    pool.end(),
  ])
  await Promise.race([ended, delay(leaveMs, undefined, { ref: false })])
}

class EndedPoolError extends BaseError {
  override name = 'EndedPoolError'
  constructor() {
    super('The store is closed.')
  }
}
