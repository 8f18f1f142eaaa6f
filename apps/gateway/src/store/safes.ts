import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toAddress, toBytes, toBytesOrNull } from './bytes.js'
import { emptyRows, type Place } from './chainRows.js'
import { insertRows } from './insertRows.js'
import type { Store } from './openStore.js'

/** How a safe came to be. */
export type Creation = {
  safe: Address
  place: Place
  creator: Address
  factory: Address | null
  singleton: Address | null
  initializer: Hex | null
  saltNonce: bigint | null
}

export async function saveCreations(
  store: Store,
  parameters: { chainId: number; creations: readonly Creation[] },
): Promise<void> {
  const { chainId, creations } = parameters
  if (creations.length === 0) return
  for (const { safe, place, ...rest } of creations)
    await sql`
      insert into safe (chain_id, address, found_by, creation_block,
        creation_tx, creation_time, creator, factory, singleton, initializer,
        salt_nonce)
      values (${chainId}, ${toBytes(safe)}, 'factory', ${place.blockNumber},
        ${toBytes(place.txHash)}, ${new Date(place.time * 1000)},
        ${toBytes(rest.creator)}, ${toBytesOrNull(rest.factory)},
        ${toBytesOrNull(rest.singleton)}, ${toBytesOrNull(rest.initializer)},
        ${rest.saltNonce === null ? null : String(rest.saltNonce)})
      on conflict (chain_id, address) do update set
        creation_block = excluded.creation_block,
        creation_tx = excluded.creation_tx,
        creation_time = excluded.creation_time,
        creator = excluded.creator, factory = excluded.factory,
        singleton = excluded.singleton, initializer = excluded.initializer,
        salt_nonce = excluded.salt_nonce
    `.execute(store)
  await insertRows(store, {
    chainId,
    rows: {
      ...emptyRows(),
      timeline: creations.map(({ safe, place }) => ({
        safe,
        place,
        // Below everything else of its transaction, whose order is ascending.
        orderKey: BigInt(Number.MAX_SAFE_INTEGER),
        kind: 'creation',
        ref: '',
      })),
    },
  })
}

export async function addSafe(
  store: Store,
  parameters: { chainId: number; safe: Address },
): Promise<void> {
  await store
    .insertInto('safe')
    .values({
      chain_id: BigInt(parameters.chainId),
      address: toBytes(parameters.safe),
      found_by: 'watch',
      creation_block: null,
      creation_tx: null,
      creation_time: null,
      creator: null,
      factory: null,
      singleton: null,
      initializer: null,
      salt_nonce: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Of these addresses, those that are known safes. */
export async function filterKnownSafes(
  store: Store,
  parameters: { chainId: number; addresses: readonly Address[] },
): Promise<Address[]> {
  const { chainId, addresses } = parameters
  if (addresses.length === 0) return []
  const { rows } = await sql<{ address: Buffer }>`
    select address from safe where chain_id = ${chainId}
      and address = any(${addresses.map(toBytes)}::bytea[])
  `.execute(store)
  return rows.map(({ address }) => toAddress(address))
}

/** Safes whose state is to be read again, at most so many at once. */
export async function listStaleSafes(
  store: Store,
  parameters: { chainId: number; limit: number },
): Promise<Address[]> {
  const rows = await store
    .selectFrom('safe')
    .select('address')
    .where('chain_id', '=', BigInt(parameters.chainId))
    // Written out: a plan that doesn't know what is asked has the index too.
    .where('state_stale', '=', sql.lit(true))
    .limit(parameters.limit)
    .execute()
  return rows.map(({ address }) => toAddress(address))
}

export async function markStateRead(
  store: Store,
  parameters: { chainId: number; safes: readonly Address[] },
): Promise<void> {
  if (parameters.safes.length === 0) return
  await sql`
    update safe set state_stale = false
    where chain_id = ${parameters.chainId}
      and address = any(${parameters.safes.map(toBytes)}::bytea[])
  `.execute(store)
}

export async function markStatesStale(
  store: Store,
  parameters: { chainId: number; safes: readonly Address[] },
): Promise<void> {
  if (parameters.safes.length === 0) return
  await sql`
    update safe set state_stale = true
    where chain_id = ${parameters.chainId}
      and address = any(${parameters.safes.map(toBytes)}::bytea[])
  `.execute(store)
}

/** Followed safes of which nobody knows how they came to be. */
export async function listWithoutCreation(
  store: Store,
  parameters: { chainId: number; limit: number },
): Promise<Address[]> {
  const rows = await store
    .selectFrom('watch')
    .innerJoin('safe', (join) =>
      join
        .onRef('safe.chain_id', '=', 'watch.chain_id')
        .onRef('safe.address', '=', 'watch.safe'),
    )
    .select('safe.address')
    .where('watch.chain_id', '=', BigInt(parameters.chainId))
    .where('watch.followed', '=', true)
    .where('safe.creation_block', 'is', null)
    .orderBy('watch.last_asked', 'desc')
    .limit(parameters.limit)
    .execute()
  return rows.map(({ address }) => toAddress(address))
}
