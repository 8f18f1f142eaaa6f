import { AsyncLocalStorage } from 'node:async_hooks'
import { BaseError } from '@covault/protocol'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Logger } from 'pino'
import type { Address } from 'viem'
import { createFreshness, type Freshness } from './freshness.js'
import { createHostPool } from './hostPool.js'
import { readHosts } from './hosts.js'
import type { PoolUse } from './pool.js'
import { isStoreFailure } from './storeFailure.js'

/** A safe's lists, which a replica answers as soon as it has all of them. */
export type Lists = {
  /** Reads what concerns a safe, or any safe. */
  read<result>(
    place: { chainId: number; safe: Address } | undefined,
    work: () => Promise<result>,
  ): Promise<result>
  /** Something of a safe, or of all of a chain, was committed. */
  changed(chainId: number, safe?: Address): void
}

/** Whose lists are read, or everybody's; undefined: something else is read. */
type Reading = { lists: { key: string | undefined } | undefined }

const readings = new AsyncLocalStorage<Reading>()

/**
 * For work that only reads: what the primary cannot answer, because it is
 * lost, a replica does. Statements outside of it go to the primary alone.
 */
export function whileReading(work: () => void): void {
  readings.run({ lists: undefined }, work)
}

/** For what a replica that is behind would answer wrongly. */
export function atPrimary<result>(
  work: () => Promise<result>,
): Promise<result> {
  return readings.exit(work)
}

/** How many questions each has answered. */
export type Reads = { primary: number; replica: number }

/** Connections that are chosen by what is asked first on each. */
export function openReplicas(parameters: {
  primary: PostgresPool
  readUrl: string
  log: Logger
}): { pool: PostgresPool; lists: Lists; use(): PoolUse; reads: Reads } {
  const { primary, readUrl, log } = parameters
  const replica = createHostPool({
    hosts: readHosts(readUrl),
    log,
    // There are others, and they answer at once.
    patienceMs: 2_000,
    // This one may be further behind.
    onMove: () => freshness.changed(undefined),
  })
  const freshness = createFreshness({ primary, replica })
  const reads = { primary: 0, replica: 0 }
  return {
    pool: {
      connect: async () => lend({ primary, replica, freshness, reads }),
      async end() {
        freshness.stop()
        await Promise.all([primary.end(), replica.end()])
      },
    },
    lists: {
      read: (place, work) =>
        readings.run({ lists: { key: place && toKey(place) } }, work),
      changed: (chainId, safe) =>
        freshness.changed(safe && toKey({ chainId, safe })),
    },
    use: replica.use,
    reads,
  }
}

function toKey(place: { chainId: number; safe: Address }): string {
  return `${place.chainId}:${place.safe}`
}

type Question = [statement: string, values: unknown[]]

/** Chooses with the first statement; a transaction begins with none that reads. */
function lend(parameters: {
  primary: PostgresPool
  replica: PostgresPool
  freshness: Freshness
  reads: Reads
}): PostgresPoolClient {
  const { primary, replica, freshness, reads } = parameters
  let lent: { from: PostgresPool; client: PostgresPoolClient } | undefined
  const giveBack = () => {
    lent?.client.release()
    lent = undefined
  }
  const isFresh = ({ lists }: Reading) =>
    lists !== undefined && freshness.isFresh(lists.key)
  const askAt = async (from: PostgresPool, ...question: Question) => {
    giveBack()
    const client = await from.connect()
    lent = { from, client }
    return client.query(...question)
  }
  const askFreshReplica = async (reading: Reading, ...question: Question) => {
    const client = await replica.connect()
    lent = { from: replica, client }
    // It may have become another one while it was connected to.
    if (!isFresh(reading)) throw new NotFreshError()
    return client.query(...question)
  }
  const count = <answer>(answer: answer): answer => {
    reads[lent?.from === replica ? 'replica' : 'primary']++
    return answer
  }
  const query = async (...question: Question) => {
    const [statement] = question
    if (lent?.from === replica && !isQuestion(statement)) giveBack()
    if (lent) return lent.client.query(...question)
    const reading = readings.getStore()
    if (!reading || !isQuestion(statement)) return askAt(primary, ...question)
    const atPrimary = () => askAt(primary, ...question)
    const atReplica = () => askAt(replica, ...question)
    const ways = isFresh(reading)
      ? [() => askFreshReplica(reading, ...question), atPrimary]
      : [atPrimary, atReplica]
    for (const ask of ways)
      try {
        return count(await ask())
      } catch (error) {
        if (!isStoreFailure(error)) throw error
      }
    // The one that was lost with the primary has others beside it.
    return count(await atReplica())
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: giveBack,
  }
}

/** Taken for one by mistake, a replica refuses it and the primary is asked. */
function isQuestion(statement: string): boolean {
  return (
    /^\s*(select|with)\b/i.test(statement) &&
    !/\b(insert into|update|delete from|for share|pg_notify|nextval)\b|advisory/i.test(
      statement,
    )
  )
}

class NotFreshError extends BaseError {
  override name = 'NotFreshError'
  /** PostgreSQL's own for a connection that is of no use. */
  code = '08006'
  constructor() {
    super('The replica may lack something that was committed.')
  }
}
