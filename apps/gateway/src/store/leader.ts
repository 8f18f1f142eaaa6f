import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { canMove, readWriterHosts } from './hosts.js'
import type { Store } from './openStore.js'
import { openWatched } from './watchedConnection.js'

/** The right to do something alone; lost with the connection that holds it. */
export type Leadership = {
  isHeld(): boolean
  release(): Promise<void>
}

/** What one process does: to index a chain, to keep all bridges or backups, to tell others. */
type Duty = { chainId: number } | 'bridges' | 'backups' | 'notices'

type Hears = { channel: string; hear(text: string): void }

/** A leader whose last proof is older has stopped. */
const provenMs = 4_000
/** A new one begins no sooner than this after it got the lock. */
const graceMs = 5_000
/** A process that waits to lead looks at least this often whether it may. */
const longestLookMs = 1_000

/**
 * How long to wait before the next look. Processes that wait do not look all at
 * the same moment.
 */
export function pickLookMs(mostMs = longestLookMs): number {
  const longest = Math.min(mostMs, longestLookMs)
  return longest / 2 + (Math.random() * longest) / 2
}

/**
 * Tries to become the one process with a duty. The lock lives in a session of
 * its own: a pooler that shares sessions would hand it to others. As long as
 * another process has it, no session is opened: `store` is asked.
 *
 * A lock is not replicated. Where the primary may be another one tomorrow, a
 * leader therefore proves every second, by a commit, that it still has the
 * primary, and stops `provenMs` after the last proof; a new one waits longer
 * than that. No commit is possible on a former primary once another was
 * promoted, so the former leader has stopped when the new one begins.
 */
export async function tryToLead(parameters: {
  store: Store
  url: string
  duty: Duty
  log: Logger
  signal?: AbortSignal | undefined
  /** What others tell anyone who leads, for as long as it does. */
  hears?: Hears | undefined
}): Promise<Leadership | undefined> {
  const { store, url, duty, log, signal, hears } = parameters
  if (await isTaken(store, duty)) return undefined
  const hosts = readWriterHosts(url)
  let isLeading = false
  let isLost = false
  const session = await openWatched({
    hosts,
    prove: commitProof,
    onLost(error) {
      isLost = true
      if (isLeading) log.warn({ duty, error }, 'This process no longer leads')
      isLeading = false
    },
  })
  try {
    const isLocked = await takeLock(session.client, duty)
    if (isLocked && hears) await listenFor(session.client, hears)
    if (isLocked && canMove(hosts))
      await delay(graceMs, undefined, { signal }).catch(() => undefined)
    if (!isLocked || isLost || signal?.aborted) {
      await session.end()
      return undefined
    }
  } catch (error) {
    // A session that went on would keep the lock from everyone.
    await session.end()
    throw error
  }
  const isProven = () =>
    !canMove(hosts) || performance.now() - session.provenAt() < provenMs
  isLeading = true
  return {
    isHeld: () => isLeading && isProven(),
    async release() {
      if (isLeading) log.info({ duty }, 'This process no longer leads')
      isLeading = false
      await session.end()
    },
  }
}

/**
 * Whether another process has the lock. It is taken beside others who look, and
 * given back with the statement, so that no connection keeps it. There is no limit
 * of time: several servers are left by the pool once they are silent, and one
 * alone is believed until the connection ends, as by the session that leads.
 */
async function isTaken(store: Store, duty: Duty): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${lockNumber(duty)}::int8) as free
  `.execute(store)
  return !rows[0]?.free
}

async function takeLock(client: pg.Client, duty: Duty): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1::int8) as locked',
    [lockNumber(duty)],
  )
  return rows[0]?.locked ?? false
}

async function listenFor(client: pg.Client, hears: Hears): Promise<void> {
  client.on('notification', ({ payload = '' }) => hears.hear(payload))
  await client.query(`listen ${hears.channel}`)
}

/** Waits for the replicas that the primary waits for, and leaves no row. */
async function commitProof(client: pg.Client): Promise<void> {
  await client.query(
    "select pg_logical_emit_message(true, 'covault', 'leading'::text)",
  )
}

/** One number per duty, out of the way of our other locks; chain ids outgrow int4. */
function lockNumber(duty: Duty): string {
  if (duty === 'bridges') return String(0x636f75n << 40n)
  if (duty === 'backups') return String(0x636f73n << 40n)
  if (duty === 'notices') return String(0x636f74n << 40n)
  return String((0x636f76n << 40n) + BigInt(duty.chainId))
}
