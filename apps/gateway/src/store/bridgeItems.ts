import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { type BridgePlace, isAt } from './bridges.js'
import type { BridgeTables } from './bridgeTables.js'
import { toAddress, toBytes, toHex } from './bytes.js'
import type { Store } from './openStore.js'

type ItemRow = BridgeTables['bridge_item']

/**
 * What is known of a transaction or a message of either side: what the other
 * service told of it, or what became of passing ours on.
 */
export type BridgeItem = {
  side: ItemRow['side']
  kind: ItemRow['kind']
  hash: Hex
  nonce: bigint | null
  digest: Hex
  /** Who is proven to have signed it there. */
  owners: readonly Address[]
  /** Why it is not in step, in words. */
  problem: string | null
  attempts: number
  /** Before that it is left alone unless it changes. */
  retryAt: Date | null
}

type Selection = { side: ItemRow['side']; kind: ItemRow['kind'] }

/** By their hashes; all of them when none are named. */
export async function readBridgeItems(
  store: Store,
  place: BridgePlace,
  { side, kind, hashes }: Selection & { hashes?: readonly Hex[] },
): Promise<Map<Hex, BridgeItem>> {
  const { rows } = await sql<ItemRow>`
    select * from bridge_item
    where ${isAt(place)} and side = ${side} and kind = ${kind}
      ${hashes ? sql`and hash = any(${hashes.map(toBytes)}::bytea[])` : sql``}
  `.execute(store)
  return new Map(rows.map((row) => [toHex(row.hash), toItem(row)]))
}

/** Those of ours that were refused and may be tried again. */
export async function listDueMessages(
  store: Store,
  place: BridgePlace,
  limit: number,
): Promise<Hex[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from bridge_item
    where ${isAt(place)} and side = 'ours' and kind = 'message'
      and retry_at <= now()
    order by retry_at limit ${limit}
  `.execute(store)
  return rows.map(({ hash }) => toHex(hash))
}

/** What is not in step, the latest first. */
export async function listProblems(
  store: Store,
  place: BridgePlace,
  limit: number,
): Promise<BridgeItem[]> {
  const { rows } = await sql<ItemRow>`
    select * from bridge_item where ${isAt(place)} and problem is not null
    order by seen_at desc, hash limit ${limit}
  `.execute(store)
  return rows.map(toItem)
}

/** What the other service makes up must not fill the disk. */
const mostProblems = 1_000

export async function saveBridgeItem(
  store: Store,
  place: BridgePlace,
  item: BridgeItem,
): Promise<void> {
  const { side, kind, hash, nonce, digest, owners, problem } = item
  const { attempts, retryAt } = item
  await sql`
    insert into bridge_item (chain_id, safe, url, side, kind, hash, nonce,
      digest, owners, problem, attempts, retry_at)
    select ${place.chainId}::int8, ${toBytes(place.safe)}::bytea,
      ${place.url}::text, ${side}::text, ${kind}::text, ${toBytes(hash)}::bytea,
      ${nonce === null ? null : String(nonce)}::numeric,
      ${toBytes(digest)}::bytea, ${owners.map(toBytes)}::bytea[],
      ${problem}::text, ${attempts}::int4, ${retryAt}::timestamptz
    where ${problem}::text is null or ${side}::text = 'ours' or (
      select count(*) from bridge_item
      where ${isAt(place)} and problem is not null
        and (kind, hash) <> (${kind}::text, ${toBytes(hash)}::bytea)
    ) < ${mostProblems}
    on conflict (chain_id, safe, url, side, kind, hash) do update set
      nonce = excluded.nonce, digest = excluded.digest,
      owners = excluded.owners, problem = excluded.problem,
      attempts = excluded.attempts, retry_at = excluded.retry_at,
      seen_at = now()
  `.execute(store)
}

export async function forgetBridgeItem(
  store: Store,
  place: BridgePlace,
  { side, kind, hash }: Selection & { hash: Hex },
): Promise<void> {
  await sql`
    delete from bridge_item
    where ${isAt(place)} and side = ${side} and kind = ${kind}
      and hash = ${toBytes(hash)}
  `.execute(store)
}

/**
 * Whatever had a nonce that is used is settled by the chain. What was refused
 * is tried again every day, so one that is old is no longer told.
 */
export async function forgetSettled(
  store: Store,
  place: BridgePlace,
  nonce: bigint,
): Promise<void> {
  await sql`
    delete from bridge_item
    where ${isAt(place)} and (
      (kind = 'transaction' and nonce < ${String(nonce)}::numeric)
      or (side = 'theirs' and problem is not null
        and seen_at < now() - interval '30 days'))
  `.execute(store)
}

function toItem(row: ItemRow): BridgeItem {
  return {
    side: row.side,
    kind: row.kind,
    hash: toHex(row.hash),
    nonce: row.nonce === null ? null : BigInt(row.nonce),
    digest: toHex(row.digest),
    owners: row.owners.map(toAddress),
    problem: row.problem,
    attempts: row.attempts,
    retryAt: row.retry_at,
  }
}
