import { BaseError } from '@covault/protocol'
import type { Address, Hex, LocalAccount, TransactionReceipt } from 'viem'
import type { DevnetClient } from './devnetClient.js'

/**
 * Sends one transaction and waits until it is in a block, which is mined here
 * if the chain does not mine by itself.
 */
export async function sendTransaction(
  client: DevnetClient,
  transaction: {
    account: LocalAccount
    to: Address
    data?: Hex
    value?: bigint
    gas?: bigint
  },
): Promise<TransactionReceipt> {
  const hash = await client.sendTransaction(transaction)
  if (!(await client.getAutomine())) await client.mine({ blocks: 1 })
  const receipt = await client.waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new TransactionRevertedError({ hash })
  return receipt
}

export class TransactionRevertedError extends BaseError {
  override name = 'TransactionRevertedError'

  constructor({ hash }: { hash: Hex }) {
    super(`The transaction ${hash} on the local chain was reverted.`)
  }
}
