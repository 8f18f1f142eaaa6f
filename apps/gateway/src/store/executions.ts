import type { Address, Hex } from 'viem'
import { toAddress, toAddressOrNull, toBytes, toHex } from './bytes.js'
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

/** What is told of the transaction of owners behind a transfer. */
export type ListedExecution = {
  nonce: bigint
  to: Address
  proposer: Address | null
  executor: Address | null
  submittedAt: Date | null
  note: string | null
  gasToken: Address | null
  payment: bigint
}

/** Those of a safe that were executed in these places, by transaction. */
export async function listExecutionsIn(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    places: readonly { blockNumber: bigint; txHash: Hex }[]
  },
): Promise<Map<Hex, ListedExecution>> {
  const { chainId, safe, places } = parameters
  if (places.length === 0) return new Map()
  const rows = await store
    .selectFrom('multisig_tx')
    .select(['tx_hash', 'nonce', 'to_address', 'proposer', 'executor'])
    .select(['submitted_at', 'note', 'gas_token', 'payment'])
    .where('chain_id', '=', BigInt(chainId))
    .where('safe', '=', toBytes(safe))
    .where(
      'block_number',
      'in',
      places.map(({ blockNumber }) => blockNumber),
    )
    .orderBy('nonce', 'desc')
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const { tx_hash, nonce, to_address } = row
      if (!tx_hash || nonce === null || !to_address) return []
      const execution: ListedExecution = {
        nonce: BigInt(nonce),
        to: toAddress(to_address),
        proposer: toAddressOrNull(row.proposer),
        executor: toAddressOrNull(row.executor),
        submittedAt: row.submitted_at,
        note: row.note,
        gasToken: toAddressOrNull(row.gas_token),
        payment: BigInt(row.payment ?? 0),
      }
      return [[toHex(tx_hash), execution] as const]
    }),
  )
}
