import type { SignedTransaction } from '@covault/devnet'
import { toBytes } from '../store/bytes.js'
import type { Store } from '../store/openStore.js'

/** Stores a proposal with its confirmations, as the API will. */
export async function storeProposal(
  store: Store,
  { safe, transaction, safeTxHash, signatures }: SignedTransaction,
): Promise<void> {
  const chain_id = BigInt(safe.chainId)
  const { nonce, to, value, data, operation } = transaction
  await store
    .insertInto('multisig_tx')
    .values({
      chain_id,
      safe_tx_hash: toBytes(safeTxHash),
      safe: toBytes(safe.address),
      nonce: String(nonce),
      to_address: toBytes(to),
      value: String(value),
      data: toBytes(data),
      operation,
      safe_tx_gas: String(transaction.safeTxGas),
      base_gas: String(transaction.baseGas),
      gas_price: String(transaction.gasPrice),
      gas_token: toBytes(transaction.gasToken),
      refund_receiver: toBytes(transaction.refundReceiver),
      details: 'proposal',
      tx_hash: null,
      block_number: null,
      tx_index: null,
      log_index: null,
      executed_at: null,
      success: null,
      payment: null,
      executor: null,
      signatures: null,
      threshold: null,
      proposer: toBytes(signatures[0]?.signer ?? safe.address),
      proposed_by_delegate: null,
      origin: 'test',
      note: 'a note',
      submitted_at: new Date(),
      modified_at: new Date(),
      trusted: true,
      invalidated: null,
    })
    .execute()
  for (const signature of signatures)
    await store
      .insertInto('confirmation')
      .values({
        chain_id,
        safe_tx_hash: toBytes(safeTxHash),
        owner: toBytes(signature.signer),
        signature: 'data' in signature ? toBytes(signature.data) : null,
        kind: signature.kind,
      })
      .execute()
}
