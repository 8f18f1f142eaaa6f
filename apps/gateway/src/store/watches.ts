import { sql } from 'kysely'
import { type Address, zeroAddress } from 'viem'
import { splitEvery } from '../splitEvery.js'
import { toAddress, toBytes } from './bytes.js'
import { type BlockId, CursorMovedError, moveCursor } from './cursors.js'
import type { Database } from './database.js'
import type { Store } from './openStore.js'
import { announce, letGoRef } from './outbox.js'

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

/**
 * How exactly it is written down when a safe was asked for. Anyone who only
 * looked may have to make room for others, the one asked for longest ago first.
 */
export const isNoteDue = sql<boolean>`last_asked < now() - case interest
  when 'looked' then interval '1 minute' else interval '10 minutes' end`
const coarsestNoteSeconds = 600

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
        and followed and ${isNoteDue}
      for update skip locked
    ) due
    where watch.chain_id = due.chain_id and watch.safe = due.safe
  `.execute(store)
}

/** Whose logs were looked for in a block. */
export type Looked = {
  safes: readonly Address[]
  /** Where all logs were read: all safes in them, followed or not. */
  parties?: readonly Address[] | undefined
}

/** Blocks from `from` on are looked through for those who wait. */
export async function markFollowed(
  store: Store,
  parameters: { chainId: number; looked: Looked; from: bigint },
): Promise<void> {
  const { chainId, looked, from } = parameters
  const { safes, parties } = looked
  await sql`
    update watch set followed_from = ${from}
    where chain_id = ${chainId} and followed and followed_from is null
      ${parties ? sql`` : sql`and safe = any(${safes.map(toBytes)}::bytea[])`}
  `.execute(store)
}

/** Whether somebody is to be followed and no block was looked through for it. */
export async function hasWaiting(
  store: Store,
  chainId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from watch
    where chain_id = ${chainId} and followed and followed_from is null
    limit 1
  `.execute(store)
  return rows.length > 0
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
  parameters: { chainId: number; looked: Looked },
): Promise<void> {
  const { chainId, looked } = parameters
  const { safes, parties } = looked
  const { rows } = await sql`
    select from watch
    where chain_id = ${chainId} and followed and followed_from is not null
      and not exists (
        select from unnest(${safes.map(toBytes)}::bytea[]) as looked (safe)
        where looked.safe = watch.safe)
      ${parties ? sql`and safe = any(${parties.map(toBytes)}::bytea[])` : sql``}
    limit 1
  `.execute(store)
  if (rows.length > 0) throw new FollowedMeanwhileError(parameters)
}

/**
 * Writes down as covered what was followed up to the cursor, and begins
 * again: the blocks between are then the backfill's.
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

/** More are let go in the next round: no block is applied meanwhile. */
const letGoAtOnce = 500

/** Lets go of safes nobody pinned or asked for since; they resume where they stopped. */
export async function unfollowIdle(
  store: Store,
  parameters: { chainId: number; idleSeconds: number },
): Promise<Address[]> {
  const { chainId } = parameters
  const idleSeconds = parameters.idleSeconds + coarsestNoteSeconds
  return store.transaction().execute(async (transaction) => {
    const cursor = await holdCursor(transaction, chainId)
    const { rows } = await sql<{ safe: Buffer }>`
      select safe from watch
      where chain_id = ${chainId} and followed
        and interest in ('looked', 'proven')
        and followed_from is not null
        and last_asked < now() - make_interval(secs => ${idleSeconds})
      order by last_asked limit ${letGoAtOnce} for update
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
  await announce(store, {
    chainId,
    changes: safes.map((safe) => ({
      safe,
      kind: 'safe',
      ref: letGoRef,
      block: null,
    })),
  })
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
  for (const some of splitEvery(rows, coveredAtOnce))
    await joinCoverage(store, {
      chainId,
      intervals: some.map((row) => ({
        safe: row.safe,
        from: row.followed_from,
        to: cursor,
      })),
    })
}

const coveredAtOnce = 5_000

/** Means the factories' logs among the safes that are covered. */
export const factoryCoverage: Address = zeroAddress

export type Interval = { from: bigint; to: bigint }

export async function readCoverage(
  store: Store,
  parameters: { chainId: number; safes: readonly Address[] },
): Promise<Map<Address, Interval[]>> {
  const { chainId, safes } = parameters
  const { rows } = await sql<Omit<Database['coverage'], 'chain_id'>>`
    select safe, from_block, to_block from coverage
    where chain_id = ${chainId} and safe = any(${safes.map(toBytes)}::bytea[])
    order by from_block
  `.execute(store)
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
  const intervals = safes.map((safe) => ({ safe: toBytes(safe), from, to }))
  await joinCoverage(store, { chainId, intervals })
}

type OwnInterval = Interval & { safe: Buffer }

async function joinCoverage(
  store: Store,
  parameters: { chainId: number; intervals: readonly OwnInterval[] },
): Promise<void> {
  const { chainId, intervals } = parameters
  const columns = (list: readonly OwnInterval[]) => sql`unnest(
    ${list.map(({ safe }) => safe)}::bytea[],
    ${list.map(({ from }) => from)}::int8[],
    ${list.map(({ to }) => to)}::int8[])`
  const { rows: touched } = await sql<{
    safe: Buffer
    from_block: bigint
    to_block: bigint
  }>`
    delete from coverage
    using ${columns(intervals)} as added (safe, low, high)
    where chain_id = ${chainId} and coverage.safe = added.safe
      and from_block <= high + 1 and to_block >= low - 1
    returning coverage.safe, from_block, to_block
  `.execute(store)
  const joined = new Map(
    intervals.map((each) => [each.safe.toString('hex'), { ...each }]),
  )
  for (const row of touched) {
    const own = joined.get(row.safe.toString('hex'))
    if (!own) continue
    own.from = smaller(own.from, row.from_block)
    own.to = larger(own.to, row.to_block)
  }
  await sql`
    insert into coverage (chain_id, safe, from_block, to_block)
    select ${chainId}, * from ${columns([...joined.values()])}
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
