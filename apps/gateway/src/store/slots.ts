import { sql } from 'kysely'
import type { Address } from 'viem'
import { toAddress, toBytes } from './bytes.js'
import { tellInterest } from './interest.js'
import type { Store } from './openStore.js'
import { type StoredState, saveStates } from './safeStates.js'
import { addSafe, markStatesStale } from './safes.js'
import { holdCursor, letGo } from './watches.js'

/**
 * Why a safe is followed: somebody looked at it, an owner or a delegate of
 * one has signed for it here, or the operator named it.
 */
export type Interest = 'looked' | 'proven' | 'pinned'

/** How many are followed on a chain, and how many of those for a look. */
export type SlotLimits = { safes: number; lookers: number }

/** Others may take the place of a safe that nobody asked for this long. */
const provenRestSeconds = 86_400

/**
 * Follows a safe if there is a slot for it. Anyone who has proven an interest
 * takes the place of one who looked; those who look only take each other's,
 * the one asked for longest ago first.
 */
export async function takeSlot(
  store: Store,
  parameters: {
    chainId: number
    state: StoredState
    interest: Interest
    limits: SlotLimits
  },
): Promise<boolean> {
  const { chainId, state, interest, limits } = parameters
  const { safe } = state
  return store.transaction().execute(async (transaction) => {
    await holdSlots(transaction, chainId)
    if (await isFollowed(transaction, { chainId, safe }))
      await raiseInterest(transaction, { chainId, safe, interest })
    else if (await makeRoom(transaction, { chainId, interest, limits }))
      await follow(transaction, { chainId, safes: [safe], interest })
    else return false
    await addSafe(transaction, { chainId, safe })
    await saveStates(transaction, { chainId, states: [state] })
    // The chain may have gone on since the state was read.
    await markStatesStale(transaction, { chainId, safes: [safe] })
    await tellInterest(transaction, [chainId])
    return true
  })
}

/** An interest that was proven once counts as long as the safe is followed. */
export async function raiseInterest(
  store: Store,
  parameters: { chainId: number; safe: Address; interest: Interest },
): Promise<void> {
  const { chainId, safe, interest } = parameters
  await sql`
    update watch set last_asked = now(),
      interest = case interest when 'looked' then ${interest}
        else interest end
    where chain_id = ${chainId} and safe = ${toBytes(safe)} and followed
  `.execute(store)
}

/** Whether somebody owns a safe that is followed for its owners. */
export async function ownsFollowedSafe(
  store: Store,
  parameters: { chainIds: readonly number[]; owner: Address },
): Promise<boolean> {
  const { chainIds, owner } = parameters
  const { rows } = await sql`
    select from safe_owner
    join watch using (chain_id, safe)
    where chain_id = any(${chainIds}::int8[]) and owner = ${toBytes(owner)}
      and followed and interest <> 'looked'
    limit 1
  `.execute(store)
  return rows.length > 0
}

/** Exactly these are the operator's, whatever the limits say. */
export async function pinSafes(
  store: Store,
  parameters: { chainId: number; safes: readonly Address[] },
): Promise<void> {
  const { chainId, safes } = parameters
  await store.transaction().execute(async (transaction) => {
    await holdSlots(transaction, chainId)
    await sql`
      update watch set interest = 'looked'
      where chain_id = ${chainId} and interest = 'pinned'
        and safe <> all(${safes.map(toBytes)}::bytea[])
    `.execute(transaction)
    for (const safe of safes) {
      await addSafe(transaction, { chainId, safe })
      // What it was when it was let go is not what it is.
      if (!(await isFollowed(transaction, { chainId, safe })))
        await markStatesStale(transaction, { chainId, safes: [safe] })
    }
    await follow(transaction, { chainId, safes, interest: 'pinned' })
  })
}

/** Two who take slots at the same time would both count what is free. */
async function holdSlots(store: Store, chainId: number): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('slots', ${chainId}))
  `.execute(store)
}

async function isFollowed(
  store: Store,
  { chainId, safe }: { chainId: number; safe: Address },
): Promise<boolean> {
  const { rows } = await sql`
    select from watch where chain_id = ${chainId}
      and safe = ${toBytes(safe)} and followed
  `.execute(store)
  return rows.length > 0
}

/** The follower takes them into its questions with the next block. */
async function follow(
  store: Store,
  parameters: {
    chainId: number
    safes: readonly Address[]
    interest: Interest
  },
): Promise<void> {
  const { chainId, safes, interest } = parameters
  // What was let go begins again: until then its blocks were not asked for.
  await sql`
    insert into watch (chain_id, safe, interest)
    select ${chainId}, safe, ${interest}
    from unnest(${safes.map(toBytes)}::bytea[]) safe
    on conflict (chain_id, safe) do update set
      interest = excluded.interest, followed = true, last_asked = now(),
      followed_from = case when watch.followed then watch.followed_from end
  `.execute(store)
}

/** Lets go of others where it has to, and says whether that is enough. */
async function makeRoom(
  store: Store,
  parameters: { chainId: number; interest: Interest; limits: SlotLimits },
): Promise<boolean> {
  const { chainId, interest, limits } = parameters
  if (interest === 'pinned') return true
  const { rows } = await sql<{ lookers: bigint; all: bigint }>`
    select count(*) filter (where interest = 'looked') as lookers,
      count(*) as all
    from watch where chain_id = ${chainId} and followed
  `.execute(store)
  const lookers = Number(rows[0]?.lookers ?? 0)
  const all = Number(rows[0]?.all ?? 0)
  const surplus = Math.max(0, all + 1 - limits.safes)
  if (interest === 'looked') {
    const leaving = Math.max(surplus, lookers + 1 - limits.lookers, 0)
    if (leaving > lookers) return false
    await evict(store, { chainId, interest: 'looked', count: leaving })
    return true
  }
  const left = await evict(store, {
    chainId,
    interest: 'looked',
    count: Math.min(surplus, lookers),
  })
  const rested = await evict(store, {
    chainId,
    interest: 'proven',
    count: surplus - left,
  })
  return left + rested >= surplus
}

/** Those asked for longest ago; an owner's safe only after it rested. */
async function evict(
  store: Store,
  parameters: {
    chainId: number
    interest: 'looked' | 'proven'
    count: number
  },
): Promise<number> {
  const { chainId, interest, count } = parameters
  if (count <= 0) return 0
  const cursor = await holdCursor(store, chainId)
  const rest = interest === 'proven' ? provenRestSeconds : 0
  const { rows } = await sql<{ safe: Buffer }>`
    select safe from watch
    where chain_id = ${chainId} and followed and interest = ${interest}
      and last_asked <= now() - make_interval(secs => ${rest})
    order by last_asked limit ${count} for update
  `.execute(store)
  const safes = rows.map(({ safe }) => toAddress(safe))
  await letGo(store, { chainId, cursor, safes })
  return safes.length
}
