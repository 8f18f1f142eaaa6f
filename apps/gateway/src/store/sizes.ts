import { sql } from 'kysely'
import type { Store } from './openStore.js'

/** Followed safes by chain. */
export async function countFollowed(
  store: Store,
): Promise<Map<number, number>> {
  const rows = await store
    .selectFrom('watch')
    .select(['chain_id', ({ fn }) => fn.countAll<bigint>().as('safes')])
    .where('followed', '=', true)
    .groupBy('chain_id')
    .execute()
  return new Map(
    rows.map(({ chain_id, safes }) => [Number(chain_id), Number(safes)]),
  )
}

/** Of all receivers, how many are no longer told, and how many are tried again. */
export async function countReceivers(
  store: Store,
): Promise<{ receivers: number; parked: number; failing: number }> {
  const { rows } = await sql<{
    receivers: bigint
    parked: bigint
    failing: bigint
  }>`
    select count(*) as receivers, count(parked_at) as parked,
      count(problem) filter (where parked_at is null) as failing
    from receiver
  `.execute(store)
  const [counts] = rows
  return {
    receivers: Number(counts?.receivers ?? 0),
    parked: Number(counts?.parked ?? 0),
    failing: Number(counts?.failing ?? 0),
  }
}

export async function readDatabaseBytes(store: Store): Promise<number> {
  const { rows } = await sql<{ bytes: bigint }>`
    select pg_database_size(current_database()) as bytes
  `.execute(store)
  return Number(rows[0]?.bytes ?? 0)
}
