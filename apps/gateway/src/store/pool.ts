import pg from 'pg'
import type { Logger } from 'pino'

/** Connections to one server. */
export function openPool(parameters: { url: string; log: Logger }): pg.Pool {
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
  return pool
}

/** Connections that work, that rest, and who waits for one. */
export type PoolUse = { busy: number; idle: number; waiting: number }

/** Those of the primary, and of the replica if there is one. */
export type PoolUses = { primary: PoolUse; replica?: PoolUse }

export function readUse(pool: pg.Pool): PoolUse {
  const { totalCount, idleCount, waitingCount } = pool
  return {
    busy: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  }
}

/** Those of several pools together; a process has one for each kind of work. */
export function sumUses(uses: readonly PoolUses[]): PoolUses {
  const primary = addUp(uses.map((each) => each.primary))
  const replicas = uses.flatMap(({ replica }) => replica ?? [])
  return replicas.length > 0
    ? { primary, replica: addUp(replicas) }
    : { primary }
}

function addUp(uses: readonly PoolUse[]): PoolUse {
  const sum = (read: (use: PoolUse) => number) =>
    uses.reduce((total, use) => total + read(use), 0)
  return {
    busy: sum(({ busy }) => busy),
    idle: sum(({ idle }) => idle),
    waiting: sum(({ waiting }) => waiting),
  }
}

/** int8 is a bigint here; numeric stays text, so that no digit is lost. */
const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
  oid === pg.types.builtins.INT8
    ? BigInt
    : pg.types.getTypeParser(oid, format as 'text')
