import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Store } from '../store/openStore.js'

/** Rows the server has read for anybody so far. */
export async function readRowsRead(store: Store): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select (tup_returned + tup_fetched)::text as count from pg_stat_database
    where datname = current_database()
  `.execute(store)
  return Number(rows[0]?.count)
}

/** Looks again and again whether somebody waits for a lock. */
export function watchLocks(store: Store): { stop(): Promise<number> } {
  let stopped = false
  const seen = (async () => {
    let waits = 0
    while (!stopped) {
      const { rows } = await sql<{ waits: bigint }>`
        select count(*) as waits from pg_locks where not granted
      `.execute(store)
      waits += Number(rows[0]?.waits ?? 0n)
      await delay(20)
    }
    return waits
  })()
  return {
    stop() {
      stopped = true
      return seen
    },
  }
}

export async function readMegabytes(store: Store): Promise<number> {
  const { rows } = await sql<{ bytes: bigint }>`
    select pg_database_size(current_database()) as bytes
  `.execute(store)
  return Math.round(Number(rows[0]?.bytes ?? 0n) / 1_048_576)
}

/** Lets the database know what its tables hold. */
export async function analyze(store: Store): Promise<void> {
  await sql`analyze`.execute(store)
}
