import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresPool } from 'kysely'

/** Which safes a replica has all changes of that are known here. */
export type Freshness = {
  /** Something was committed, about one safe or about any. */
  changed(key: string | undefined): void
  /** Of one safe, or of all. */
  isFresh(key: string | undefined): boolean
  stop(): void
}

const firstPollMs = 5
/** One that stays behind is asked ever less often, but this often. */
const longestPollMs = 1_000
const againMs = 250
/** So often a replica is asked before the primary is asked again. */
const mostPolls = 10
/** More safes than this are all of them. */
const mostBehind = 10_000

/**
 * A change is told with the last id of the outbox, and ids become visible in
 * their order: a replica that has the id has everything committed before. What
 * changed is read from the primary until the replica has it.
 */
export function createFreshness(parameters: {
  primary: PostgresPool
  replica: PostgresPool
}): Freshness {
  const { primary, replica } = parameters
  /** Safes of which the replica may lack something, with their last turn. */
  const behind = new Map<string, number>()
  /** The turn up to which it may lack something of any safe. */
  let allBehind: number | undefined = 0
  let turn = 0
  let pollMs = firstPollMs
  let isRunning = false
  let isStopped = false

  const catchUp = async (): Promise<void> => {
    const upTo = turn
    const last = await readLast(primary)
    for (let polls = 0; (await readLast(replica)) < last; polls++) {
      if (isStopped || polls === mostPolls) return
      await delay(pollMs, undefined, { ref: false })
      pollMs = Math.min(pollMs * 2, longestPollMs)
    }
    pollMs = firstPollMs
    for (const [key, noted] of behind) if (noted <= upTo) behind.delete(key)
    if (allBehind !== undefined && allBehind <= upTo) allBehind = undefined
  }
  const run = async () => {
    if (isRunning) return
    isRunning = true
    while (!isStopped && (behind.size > 0 || allBehind !== undefined))
      await catchUp().catch(() => delay(againMs, undefined, { ref: false }))
    isRunning = false
  }
  void run()

  return {
    changed(key) {
      turn++
      if (key === undefined || behind.size >= mostBehind) {
        behind.clear()
        allBehind = turn
      } else behind.set(key, turn)
      void run()
    },
    isFresh: (key) =>
      allBehind === undefined &&
      (key === undefined ? behind.size === 0 : !behind.has(key)),
    stop() {
      isStopped = true
    },
  }
}

async function readLast(pool: PostgresPool): Promise<bigint> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ last: bigint }>(
      'select coalesce(max(id), 0) as last from outbox',
      [],
    )
    return rows[0]?.last ?? 0n
  } finally {
    client.release()
  }
}
