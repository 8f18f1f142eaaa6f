import type { Address, Hex } from 'viem'
import { toBytes } from './bytes.js'
import type { Database } from './database.js'
import type { Store } from './openStore.js'

/** An owner's signature, checked, as the contract takes it alone. */
export type NewConfirmation = {
  owner: Address
  signature: Hex
  kind: Database['confirmation']['kind']
}

/** Leaves those that are there as they are; tells how many are new. */
export async function addConfirmations(
  store: Store,
  parameters: {
    chainId: number
    safeTxHash: Hex
    confirmations: readonly NewConfirmation[]
  },
): Promise<number> {
  const { chainId, safeTxHash, confirmations } = parameters
  if (confirmations.length === 0) return 0
  const { numInsertedOrUpdatedRows } = await store
    .insertInto('confirmation')
    .values(
      confirmations.map(({ owner, signature, kind }) => ({
        chain_id: BigInt(chainId),
        safe_tx_hash: toBytes(safeTxHash),
        owner: toBytes(owner),
        signature: toBytes(signature),
        kind,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}
