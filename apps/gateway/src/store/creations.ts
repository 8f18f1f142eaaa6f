import type { Address, Hex } from 'viem'
import { toAddress, toAddressOrNull, toBytes, toHex } from './bytes.js'
import type { Store } from './openStore.js'

export type StoredCreation = {
  safe: Address
  txHash: Hex
  createdAt: Date
  creator: Address
  factory: Address | null
  singleton: Address | null
  initializer: Hex | null
  saltNonce: bigint | null
}

/** How a safe came to be, once the chain told. */
export async function readCreation(
  store: Store,
  parameters: { chainId: number; safe: Address },
): Promise<StoredCreation | undefined> {
  const row = await store
    .selectFrom('safe')
    .selectAll()
    .where('chain_id', '=', BigInt(parameters.chainId))
    .where('address', '=', toBytes(parameters.safe))
    .executeTakeFirst()
  if (!row?.creation_tx || !row.creation_time || !row.creator) return undefined
  return {
    safe: parameters.safe,
    txHash: toHex(row.creation_tx),
    createdAt: row.creation_time,
    creator: toAddress(row.creator),
    factory: toAddressOrNull(row.factory),
    singleton: toAddressOrNull(row.singleton),
    initializer: row.initializer && toHex(row.initializer),
    saltNonce: row.salt_nonce === null ? null : BigInt(row.salt_nonce),
  }
}
