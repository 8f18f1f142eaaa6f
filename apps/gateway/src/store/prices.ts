import { sql } from 'kysely'
import type { Database } from './database.js'
import type { Store } from './openStore.js'

export type PriceSource = Database['price']['source']

export type StoredPrice = {
  asset: string
  /** Decimal text, so that no digit is lost. */
  usd: string
  source: PriceSource
}

/** The last price seen in an hour stays. */
export async function savePrices(
  store: Store,
  parameters: { chainId: number; at: Date; prices: readonly StoredPrice[] },
): Promise<void> {
  const { chainId, at, prices } = parameters
  if (prices.length === 0) return
  const hour = toHour(at)
  await store
    .insertInto('price')
    .values(
      // In one order, so that two writers do not wait for each other.
      prices
        .toSorted((a, b) => (a.asset < b.asset ? -1 : 1))
        .map((price) => ({ chain_id: BigInt(chainId), hour, ...price })),
    )
    .onConflict((conflict) =>
      conflict.columns(['chain_id', 'asset', 'hour']).doUpdateSet({
        usd: (row) => row.ref('excluded.usd'),
        source: (row) => row.ref('excluded.source'),
      }),
    )
    .execute()
}

/** Prices of feeds, newest first; what was seen at the time stays. */
export async function savePastPrices(
  store: Store,
  parameters: {
    chainId: number
    asset: string
    prices: readonly { at: Date; usd: string }[]
  },
): Promise<void> {
  const { chainId, asset, prices } = parameters
  if (prices.length === 0) return
  await store
    .insertInto('price')
    .values(
      prices.map(({ at, usd }) => ({
        chain_id: BigInt(chainId),
        asset,
        hour: toHour(at),
        usd,
        source: 'feed' as const,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function toHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000)
}

export type DailyPrice = {
  /** `2026-11-15`, in UTC. */
  day: string
  usd: string
  source: PriceSource
}

/** The last price of each day on which one was seen. */
export async function listDailyPrices(
  store: Store,
  parameters: { chainId: number; asset: string; from: Date; to: Date },
): Promise<DailyPrice[]> {
  const { chainId, asset, from, to } = parameters
  const { rows } = await sql<DailyPrice>`
    select distinct on (day) day, usd, source from (
      select to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, hour,
        usd::text, source from price
      where chain_id = ${chainId} and asset = ${asset}
        and hour between ${from} and ${to}
    ) prices order by day, hour desc
  `.execute(store)
  return rows
}

/** Prices at a time, give or take three hours. */
export async function readPricesAround(
  store: Store,
  parameters: { chainId: number; assets: readonly string[]; at: Date },
): Promise<Map<string, string>> {
  const { chainId, assets, at } = parameters
  if (assets.length === 0) return new Map()
  const { rows } = await sql<{ asset: string; usd: string }>`
    select distinct on (asset) asset, usd::text from price
    where chain_id = ${chainId} and asset = any(${assets}::text[])
      and hour between ${at}::timestamptz - interval '3 hours'
        and ${at}::timestamptz + interval '3 hours'
    order by asset, abs(extract(epoch from hour - ${at}::timestamptz))
  `.execute(store)
  return new Map(rows.map(({ asset, usd }) => [asset, usd]))
}

/** The last prices before a time: what a feed said holds until it speaks again. */
export async function readLastPrices(
  store: Store,
  parameters: { chainId: number; assets: readonly string[]; before: Date },
): Promise<Map<string, string>> {
  const { chainId, assets, before } = parameters
  if (assets.length === 0) return new Map()
  const { rows } = await sql<{ asset: string; usd: string }>`
    select wanted.asset, last.usd::text
    from unnest(${assets}::text[]) as wanted (asset)
    cross join lateral (
      select usd from price
      where chain_id = ${chainId} and asset = wanted.asset
        and source = 'feed' and hour <= ${before}
      order by hour desc limit 1) last
  `.execute(store)
  return new Map(rows.map(({ asset, usd }) => [asset, usd]))
}
