import { sql } from 'kysely'
import type { Address } from 'viem'
import { toAddress, toBytes } from './bytes.js'
import type { Store } from './openStore.js'
import { factoryCoverage, type Interval } from './watches.js'

/** A followed safe and the span that is its past. */
type Past = { safe: Address; wantedFrom: bigint; followedFrom: bigint }

/** Whether more safes are followed on a chain than so many. */
export async function isFollowedMore(
  store: Store,
  parameters: { chainId: number; than: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from watch where chain_id = ${parameters.chainId} and followed
    limit 1 offset ${parameters.than}
  `.execute(store)
  return rows.length > 0
}

/** Of these addresses, the safes that are followed. */
export async function filterFollowed(
  store: Store,
  parameters: { chainId: number; addresses: readonly Address[] },
): Promise<Address[]> {
  const { chainId, addresses } = parameters
  const { rows } = await sql<{ safe: Buffer }>`
    select safe from watch
    where chain_id = ${chainId} and followed
      and safe = any(${addresses.map(toBytes)}::bytea[])
  `.execute(store)
  return rows.map(({ safe }) => toAddress(safe))
}

/** Of these and of those with rows in a span, the safes whose span was read. */
export async function listReadIn(
  store: Store,
  parameters: { chainId: number; addresses: readonly Address[] } & Interval,
): Promise<Address[]> {
  const { chainId, addresses, from, to } = parameters
  const { rows } = await sql<{ safe: Buffer }>`
    select safe from watch
    where chain_id = ${chainId} and followed and followed_from is not null
      and safe in (
        select unnest(${addresses.map(toBytes)}::bytea[])
        union
        select address from log_raw where chain_id = ${chainId}
          and block_number between ${from} and ${to}
        union
        select safe from transfer where chain_id = ${chainId}
          and block_number between ${from} and ${to})
      and ${isReadIn(parameters)}
  `.execute(store)
  return rows.map(({ safe }) => toAddress(safe))
}

/** All safes whose span was read, at the tip or as their past. */
export async function listRead(
  store: Store,
  parameters: { chainId: number } & Interval,
): Promise<Address[]> {
  const { rows } = await sql<{ safe: Buffer }>`
    select safe from watch
    where chain_id = ${parameters.chainId} and followed
      and followed_from is not null and ${isReadIn(parameters)}
  `.execute(store)
  return rows.map(({ safe }) => toAddress(safe))
}

function isReadIn({ from, to }: Interval) {
  return sql`(followed_from <= ${to} or exists (
    select from coverage
    where coverage.chain_id = watch.chain_id
      and coverage.safe = watch.safe
      and from_block <= ${from} and to_block >= ${to}))`
}

/** The first block from here on that was read for anybody, now or formerly followed. */
export async function findNextRead(
  store: Store,
  parameters: { chainId: number; from: bigint },
): Promise<bigint | undefined> {
  const { chainId, from } = parameters
  const { rows } = await sql<{ next: bigint | null }>`
    select case when first <= ${from} then first else least(first, (
      select min(from_block) from coverage
      where chain_id = ${chainId} and to_block >= ${from}
        and safe <> ${toBytes(factoryCoverage)})) end as next
    from (
      select min(followed_from) as first from watch
      where chain_id = ${chainId} and followed
    ) tip
  `.execute(store)
  const next = rows[0]?.next ?? undefined
  return next !== undefined && next < from ? from : next
}

/**
 * Safes whose past may not be read yet: first those that somebody has proven
 * an interest in.
 */
export async function listUnread(
  store: Store,
  parameters: { chainId: number; limit: number },
): Promise<Past[]> {
  const { rows } = await sql<PastRow>`
    select watch.safe, wanted_from, followed_from from watch
    left join safe on safe.chain_id = watch.chain_id
      and safe.address = watch.safe
    where watch.chain_id = ${parameters.chainId} and followed
      and complete_below is distinct from followed_from
      and followed_from is not null and wanted_from is not null
      and state_stale is not true
    order by interest = 'looked', last_asked desc, watch.safe
    limit ${parameters.limit}
  `.execute(store)
  return rows.map(toPast)
}

/**
 * Safes with blocks of their past that nobody has read, in the same order;
 * also those of which nobody knows where it begins.
 */
export async function listUncovered(
  store: Store,
  parameters: { chainId: number; limit: number },
): Promise<Address[]> {
  const { rows } = await sql<{ safe: Buffer }>`
    select watch.safe from watch
    left join safe on safe.chain_id = watch.chain_id
      and safe.address = watch.safe
    where watch.chain_id = ${parameters.chainId} and followed
      and complete_below is distinct from followed_from
      and followed_from > coalesce(wanted_from, 0)
      and state_stale is not true
      and not exists (
        select from coverage
        where coverage.chain_id = watch.chain_id
          and coverage.safe = watch.safe
          and from_block <= coalesce(wanted_from, 0)
          and to_block >= followed_from - 1)
    order by interest = 'looked', last_asked desc, watch.safe
    limit ${parameters.limit}
  `.execute(store)
  return rows.map(({ safe }) => toAddress(safe))
}

/**
 * Until one of these is followed again, nobody has to look at its past again.
 */
export async function markComplete(
  store: Store,
  parameters: { chainId: number; pasts: readonly Past[] },
): Promise<void> {
  const { chainId, pasts } = parameters
  if (pasts.length === 0) return
  await sql`
    update watch set complete_below = read.followed_from
    from unnest(
      ${pasts.map(({ safe }) => toBytes(safe))}::bytea[],
      ${pasts.map(({ wantedFrom }) => wantedFrom)}::int8[],
      ${pasts.map(({ followedFrom }) => followedFrom)}::int8[]
    ) as read (safe, wanted_from, followed_from)
    where chain_id = ${chainId} and watch.safe = read.safe
      and watch.wanted_from = read.wanted_from
      and watch.followed_from = read.followed_from
  `.execute(store)
}

/** Safes whose past is read, in the order of their addresses. */
export async function listComplete(
  store: Store,
  parameters: { chainId: number; after: Address | undefined; limit: number },
): Promise<Past[]> {
  const { chainId, after, limit } = parameters
  const { rows } = await sql<PastRow>`
    select watch.safe, wanted_from, followed_from from watch
    left join safe on safe.chain_id = watch.chain_id
      and safe.address = watch.safe
    where watch.chain_id = ${chainId} and followed
      and complete_below = followed_from
      and state_stale is not true
      ${after ? sql`and watch.safe > ${toBytes(after)}` : sql``}
    order by watch.safe
    limit ${limit}
  `.execute(store)
  return rows.map(toPast)
}

type PastRow = { safe: Buffer; wanted_from: bigint; followed_from: bigint }

function toPast(row: PastRow): Past {
  return {
    safe: toAddress(row.safe),
    wantedFrom: row.wanted_from,
    followedFrom: row.followed_from,
  }
}
