import { sql } from 'kysely'
import { type Address, zeroAddress } from 'viem'
import { toAddress, toBytes } from './bytes.js'
import { type BlockId, CursorMovedError, moveCursor } from './cursors.js'
import type { Store } from './openStore.js'

/** A safe that is followed, or was until nobody asked any more. */
export type Watch = {
  safe: Address
  /** Null until the follower asks for it, and again after it was let go. */
  followedFrom: bigint | null
  /** Where its past begins; null until the indexer has found that out. */
  wantedFrom: bigint | null
  /** What its contract answers at the cursor is not known. */
  stale: boolean
}

/** Those that are followed: first whom somebody has proven an interest in. */
export async function listWatches(
  store: Store,
  chainId: number,
): Promise<Watch[]> {
  const rows = await selectWatches(store, chainId)
    .where('watch.followed', '=', true)
    .orderBy(sql`watch.interest = 'looked'`)
    .orderBy('last_asked', 'desc')
    .orderBy('watch.safe')
    .execute()
  return rows.map((row) => ({
    safe: toAddress(row.safe),
    followedFrom: row.followed_from,
    wantedFrom: row.wanted_from,
    stale: row.stale ?? false,
  }))
}

function selectWatches(store: Store, chainId: number) {
  return store
    .selectFrom('watch')
    .leftJoin('safe', (join) =>
      join
        .onRef('safe.chain_id', '=', 'watch.chain_id')
        .onRef('safe.address', '=', 'watch.safe'),
    )
    .select([
      'watch.safe',
      'watch.followed_from',
      'watch.wanted_from',
      'safe.state_stale as stale',
    ])
    .where('watch.chain_id', '=', BigInt(chainId))
}

export async function readWatch(
  store: Store,
  parameters: { chainId: number; safe: Address },
): Promise<Watch | undefined> {
  const row = await selectWatches(store, parameters.chainId)
    .where('watch.safe', '=', toBytes(parameters.safe))
    .executeTakeFirst()
  return (
    row && {
      safe: parameters.safe,
      followedFrom: row.followed_from,
      wantedFrom: row.wanted_from,
      stale: row.stale ?? false,
    }
  )
}

/** Somebody asked for a safe that is followed: it is not let go. */
export async function touchWatch(
  store: Store,
  parameters: { chainId: number; safe: Address },
): Promise<void> {
  const { chainId, safe } = parameters
  await sql`
    update watch set last_asked = now()
    from (
      -- Many ask at once; nobody waits for another who says the same.
      select chain_id, safe from watch
      where chain_id = ${chainId} and safe = ${toBytes(safe)}
        and followed and last_asked < now() - interval '10 seconds'
      for update skip locked
    ) due
    where watch.chain_id = due.chain_id and watch.safe = due.safe
  `.execute(store)
}

/** Blocks from `from` on are asked with these safes. */
export async function markFollowed(
  store: Store,
  parameters: { chainId: number; safes: readonly Address[]; from: bigint },
): Promise<void> {
  if (parameters.safes.length === 0) return
  await sql`
    update watch set followed_from = ${parameters.from}
    where chain_id = ${parameters.chainId} and followed
      and followed_from is null
      and safe = any(${parameters.safes.map(toBytes)}::bytea[])
  `.execute(store)
}

/** At the head: safes that wait are asked for with the next block. */
export async function adoptWatches(
  store: Store,
  parameters: { chainId: number; cursor: BlockId },
): Promise<void> {
  const { chainId, cursor } = parameters
  await store.transaction().execute(async (transaction) => {
    await moveCursor(transaction, { chainId, from: cursor, to: cursor })
    await sql`
      update watch set followed_from = ${cursor.number + 1n}
      where chain_id = ${chainId} and followed and followed_from is null
    `.execute(transaction)
  })
}

/** A block may be written only with the logs of everyone who is followed. */
export async function assertComplete(
  store: Store,
  parameters: { chainId: number; safes: readonly Address[] },
): Promise<void> {
  const { rows } = await sql`
    select from watch
    where chain_id = ${parameters.chainId} and followed
      and followed_from is not null
      and safe <> all(${parameters.safes.map(toBytes)}::bytea[])
    limit 1
  `.execute(store)
  if (rows.length > 0) throw new FollowedMeanwhileError(parameters)
}

/**
 * Writes down as covered what was followed up to the cursor, and begins
 * anew: the blocks between are then the backfill's.
 */
export async function restartFollowing(
  store: Store,
  parameters: { chainId: number; cursor: bigint },
): Promise<void> {
  const { chainId, cursor } = parameters
  await coverFollowed(store, { chainId, cursor })
  await sql`
    update watch set followed_from = null
    where chain_id = ${chainId} and followed
  `.execute(store)
  await sql`
    update safe set state_stale = true from watch
    where safe.chain_id = ${chainId} and watch.chain_id = safe.chain_id
      and watch.safe = safe.address
  `.execute(store)
}

/** Lets go of safes nobody pinned or asked for since; they resume where they stopped. */
export async function unfollowIdle(
  store: Store,
  parameters: { chainId: number; idleSeconds: number },
): Promise<Address[]> {
  const { chainId, idleSeconds } = parameters
  return store.transaction().execute(async (transaction) => {
    const cursor = await holdCursor(transaction, chainId)
    const { rows } = await sql<{ safe: Buffer }>`
      select safe from watch
      where chain_id = ${chainId} and followed and interest <> 'pinned'
        and followed_from is not null
        and last_asked < now() - make_interval(secs => ${idleSeconds})
      for update
    `.execute(transaction)
    const safes = rows.map(({ safe }) => toAddress(safe))
    await letGo(transaction, { chainId, cursor, safes })
    return safes
  })
}

/** So that no block is applied until the transaction ends. */
export async function holdCursor(
  store: Store,
  chainId: number,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ number: bigint }>`
    select number from cursor where chain_id = ${chainId} for update
  `.execute(store)
  return rows[0]?.number
}

/** Writes down what is known of them; the caller holds the cursor. */
export async function letGo(
  store: Store,
  parameters: { chainId: number; cursor: bigint | undefined; safes: Address[] },
): Promise<void> {
  const { chainId, cursor, safes } = parameters
  if (safes.length === 0) return
  if (cursor !== undefined)
    await coverFollowed(store, { chainId, cursor, safes })
  await sql`
    update watch set followed = false, followed_from = null
    where chain_id = ${chainId}
      and safe = any(${safes.map(toBytes)}::bytea[])
  `.execute(store)
}

async function coverFollowed(
  store: Store,
  parameters: { chainId: number; cursor: bigint; safes?: Address[] },
): Promise<void> {
  const { chainId, cursor, safes } = parameters
  const { rows } = await sql<{ safe: Buffer; followed_from: bigint }>`
    select safe, followed_from from watch
    where chain_id = ${chainId} and followed and followed_from <= ${cursor}
      ${safes ? sql`and safe = any(${safes.map(toBytes)}::bytea[])` : sql``}
  `.execute(store)
  for (const row of rows)
    await addCoverage(store, {
      chainId,
      safes: [toAddress(row.safe)],
      from: row.followed_from,
      to: cursor,
    })
}

/** Stands for the factories' logs among the safes that are covered. */
export const factoryCoverage: Address = zeroAddress

export type Interval = { from: bigint; to: bigint }

export async function readCoverage(
  store: Store,
  parameters: { chainId: number; safes: readonly Address[] },
): Promise<Map<Address, Interval[]>> {
  const { chainId, safes } = parameters
  const rows = await store
    .selectFrom('coverage')
    .select(['safe', 'from_block', 'to_block'])
    .where('chain_id', '=', BigInt(chainId))
    .where('safe', 'in', safes.length ? safes.map(toBytes) : [Buffer.alloc(0)])
    .orderBy('from_block')
    .execute()
  const intervals = new Map<Address, Interval[]>()
  for (const row of rows) {
    const safe = toAddress(row.safe)
    const list = intervals.get(safe) ?? []
    list.push({ from: row.from_block, to: row.to_block })
    intervals.set(safe, list)
  }
  return intervals
}

/** How much of a safe's past is known; synced when all of it is. */
export async function readSync(
  store: Store,
  parameters: { chainId: number; safe: Address },
): Promise<{ synced: boolean; percent: number }> {
  const { chainId, safe } = parameters
  const watch = await readWatch(store, { chainId, safe })
  if (!watch || watch.followedFrom === null || watch.wantedFrom === null)
    return { synced: false, percent: 0 }
  const { wantedFrom: from, followedFrom } = watch
  const to = followedFrom - 1n
  const intervals = await readCoverage(store, { chainId, safes: [safe] })
  const known = (intervals.get(safe) ?? []).reduce((sum, interval) => {
    const overlap = smaller(interval.to, to) - larger(interval.from, from) + 1n
    return sum + larger(overlap, 0n)
  }, 0n)
  const wanted = larger(to - from + 1n, 0n)
  const percent = wanted === 0n ? 100 : Number((known * 100n) / wanted)
  return { synced: known >= wanted && !watch.stale, percent }
}

/** Adds an interval and joins it with those it touches. */
export async function addCoverage(
  store: Store,
  parameters: { chainId: number; safes: readonly Address[] } & Interval,
): Promise<void> {
  const { chainId, safes, from, to } = parameters
  if (safes.length === 0 || to < from) return
  const { rows: touched } = await sql<{
    safe: Buffer
    from_block: bigint
    to_block: bigint
  }>`
    delete from coverage
    where chain_id = ${chainId}
      and safe = any(${safes.map(toBytes)}::bytea[])
      and from_block <= ${to + 1n} and to_block >= ${from - 1n}
    returning safe, from_block, to_block
  `.execute(store)
  const merged = safes.map((safe) => {
    const own = touched.filter((row) => toBytes(safe).equals(row.safe))
    return {
      safe: toBytes(safe),
      from: own.reduce((low, row) => smaller(low, row.from_block), from),
      to: own.reduce((high, row) => larger(high, row.to_block), to),
    }
  })
  await sql`
    insert into coverage (chain_id, safe, from_block, to_block)
    select ${chainId}, * from unnest(
      ${merged.map((row) => row.safe)}::bytea[],
      ${merged.map((row) => row.from)}::int8[],
      ${merged.map((row) => row.to)}::int8[])
  `.execute(store)
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

/** Not an accident: the block is read again with the new safe in the question. */
class FollowedMeanwhileError extends CursorMovedError {
  override name = 'FollowedMeanwhileError'
}
