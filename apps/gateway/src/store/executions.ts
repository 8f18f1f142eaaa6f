import type { Address, Hex } from 'viem'
import { toAddress, toBytes, toHex } from './bytes.js'
import type { TransactionFields } from './chainRows.js'
import type { Store } from './openStore.js'

/** The fields of transactions that were proposed to us, by their hash. */
export async function readProposals(
  store: Store,
  parameters: { chainId: number; hashes: readonly Hex[] },
): Promise<Map<Hex, TransactionFields>> {
  const { chainId, hashes } = parameters
  if (hashes.length === 0) return new Map()
  const rows = await store
    .selectFrom('multisig_tx')
    .selectAll()
    .where('chain_id', '=', BigInt(chainId))
    .where('safe_tx_hash', 'in', hashes.map(toBytes))
    .where('submitted_at', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const { nonce, to_address, gas_token, refund_receiver } = row
      if (!nonce || !to_address || !gas_token || !refund_receiver) return []
      const fields: TransactionFields = {
        nonce: BigInt(nonce),
        to: toAddress(to_address),
        value: BigInt(row.value ?? 0),
        data: toHex(row.data ?? Buffer.alloc(0)),
        operation: row.operation ?? 0,
        safeTxGas: BigInt(row.safe_tx_gas ?? 0),
        baseGas: BigInt(row.base_gas ?? 0),
        gasPrice: BigInt(row.gas_price ?? 0),
        gasToken: toAddress(gas_token),
        refundReceiver: toAddress(refund_receiver),
      }
      return [[toHex(row.safe_tx_hash), fields] as const]
    }),
  )
}

/** Keeps proposals that can no longer be signed, and says why. */
export async function invalidateProposals(
  store: Store,
  parameters: { chainId: number; safes: readonly Address[] },
): Promise<void> {
  if (parameters.safes.length === 0) return
  await store
    .updateTable('multisig_tx')
    .set({
      invalidated: 'The safe changed to a version that signs differently.',
    })
    .where('chain_id', '=', BigInt(parameters.chainId))
    .where('safe', 'in', parameters.safes.map(toBytes))
    .where('block_number', 'is', null)
    .where('invalidated', 'is', null)
    .execute()
}
