import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import {
  toAddress,
  toAddressOrNull,
  toBytes,
  toBytesOrNull,
  toHex,
} from './bytes.js'
import type { Database } from './database.js'
import type { Store } from './openStore.js'

/** What a safe is at a block, as its contract answered there. */
export type StoredState = {
  safe: Address
  blockNumber: bigint
  blockHash: Hex
  owners: readonly Address[]
  threshold: bigint
  nonce: bigint
  singleton: Address
  version: string | null
  modules: readonly Address[]
  guard: Address | null
  moduleGuard: Address | null
  fallbackHandler: Address | null
  verified: boolean
}

/** The state of safes at a block: the latest row up to it. */
export async function readStates(
  store: Store,
  parameters: { chainId: number; safes: readonly Address[]; at?: bigint },
): Promise<Map<Address, StoredState>> {
  const { chainId, safes, at } = parameters
  if (safes.length === 0) return new Map()
  const { rows } = await sql<Database['safe_state']>`
    select latest.* ${fromLatest({ chainId, safes: safes.map(toBytes), at })}
  `.execute(store)
  return new Map(
    rows.map((row) => {
      const state = toStoredState(row)
      return [state.safe, state]
    }),
  )
}

/**
 * The row of each safe that counts, found by its key: however many a safe has,
 * the others are not read.
 */
function fromLatest(parameters: {
  chainId: number
  safes: readonly Buffer[]
  at?: bigint | undefined
}) {
  const { chainId, safes, at } = parameters
  return sql`
    from unnest(${[...safes]}::bytea[]) as asked (safe)
    cross join lateral (
      select * from safe_state
      where chain_id = ${chainId} and safe_state.safe = asked.safe
        ${at === undefined ? sql`` : sql`and block_number <= ${at}`}
      order by block_number desc limit 1
    ) latest`
}

export function toStoredState(row: Database['safe_state']): StoredState {
  return {
    safe: toAddress(row.safe),
    blockNumber: row.block_number,
    blockHash: toHex(row.block_hash),
    owners: row.owners.map(toAddress),
    threshold: row.threshold,
    nonce: BigInt(row.nonce),
    singleton: toAddress(row.singleton),
    version: row.version,
    modules: row.modules.map(toAddress),
    guard: toAddressOrNull(row.guard),
    moduleGuard: toAddressOrNull(row.module_guard),
    fallbackHandler: toAddressOrNull(row.fallback_handler),
    verified: row.verified,
  }
}

export async function saveStates(
  store: Store,
  parameters: { chainId: number; states: readonly StoredState[] },
): Promise<void> {
  const { chainId, states } = parameters
  if (states.length === 0) return
  await store
    .insertInto('safe_state')
    .values(
      states.map((state) => ({
        chain_id: BigInt(chainId),
        safe: toBytes(state.safe),
        block_number: state.blockNumber,
        block_hash: toBytes(state.blockHash),
        owners: state.owners.map(toBytes),
        threshold: state.threshold,
        nonce: String(state.nonce),
        singleton: toBytes(state.singleton),
        version: state.version,
        modules: state.modules.map(toBytes),
        guard: toBytesOrNull(state.guard),
        module_guard: toBytesOrNull(state.moduleGuard),
        fallback_handler: toBytesOrNull(state.fallbackHandler),
        verified: state.verified,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['chain_id', 'safe', 'block_number']).doUpdateSet({
        block_hash: (row) => row.ref('excluded.block_hash'),
        owners: (row) => row.ref('excluded.owners'),
        threshold: (row) => row.ref('excluded.threshold'),
        nonce: (row) => row.ref('excluded.nonce'),
        singleton: (row) => row.ref('excluded.singleton'),
        version: (row) => row.ref('excluded.version'),
        modules: (row) => row.ref('excluded.modules'),
        guard: (row) => row.ref('excluded.guard'),
        module_guard: (row) => row.ref('excluded.module_guard'),
        fallback_handler: (row) => row.ref('excluded.fallback_handler'),
        verified: (row) => row.ref('excluded.verified'),
      }),
    )
    .execute()
  await refreshOwners(store, {
    chainId,
    safes: states.map(({ safe }) => toBytes(safe)),
  })
}

/** Makes "safes of an owner" say what the latest states say. */
export async function refreshOwners(
  store: Store,
  parameters: { chainId: number; safes: readonly Buffer[] },
): Promise<void> {
  const { chainId, safes } = parameters
  if (safes.length === 0) return
  await sql`
    delete from safe_owner
    where chain_id = ${chainId} and safe = any(${safes}::bytea[])
  `.execute(store)
  await sql`
    insert into safe_owner (chain_id, owner, safe)
    select ${chainId}, unnest(latest.owners), latest.safe
    ${fromLatest({ chainId, safes })}
    on conflict do nothing
  `.execute(store)
}

export async function listSafesOfOwner(
  store: Store,
  parameters: { chainId: number; owner: Address },
): Promise<Address[]> {
  const rows = await store
    .selectFrom('safe_owner')
    .select('safe')
    .where('chain_id', '=', BigInt(parameters.chainId))
    .where('owner', '=', toBytes(parameters.owner))
    .orderBy('safe')
    .execute()
  return rows.map(({ safe }) => toAddress(safe))
}
