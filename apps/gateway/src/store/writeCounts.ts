import { sql } from 'kysely'
import type { Store } from './openStore.js'

/** What is counted, by whom, and how much of it fits into a span of time. */
type CountedPlace = {
  kind: string
  key: string
  seconds: number
  limit: number
}

/** Counts one more; answers with the seconds to wait where it does not fit. */
export async function countWrite(
  store: Store,
  place: CountedPlace,
): Promise<number> {
  const { kind, key, seconds, limit } = place
  const { rows } = await sql`
    insert into bucket (kind, key, span, count, ends_at)
    select ${kind}, ${key}, span, 1, to_timestamp((span + 1) * ${seconds}::int8)
    from ${currentSpan(seconds)}
    on conflict (kind, key, span) do update set count = bucket.count + 1
      where bucket.count < ${limit}
    returning 1
  `.execute(store)
  return rows.length > 0 ? 0 : readCountWait(store, place)
}

/** Seconds until one more fits; zero: it does now. */
export async function readCountWait(
  store: Store,
  { kind, key, seconds, limit }: CountedPlace,
): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select greatest(1, ceil(extract(epoch from ends_at - now())))::int4 as wait
    from bucket join ${currentSpan(seconds)} using (span)
    where kind = ${kind} and key = ${key} and count >= ${limit}
  `.execute(store)
  return rows[0]?.wait ?? 0
}

/** Spans that are over count for nothing. */
export async function forgetCounts(store: Store): Promise<void> {
  await sql`delete from bucket where ends_at < now()`.execute(store)
}

/** By the database's clock, which all processes share. */
function currentSpan(seconds: number) {
  return sql`
    (select floor(extract(epoch from now()) / ${seconds}::int8)::int8 as span)
      present`
}
