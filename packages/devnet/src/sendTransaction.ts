import { BaseError } from '@covault/protocol'
import {
  type Address,
  type Hex,
  type LocalAccount,
  NonceTooLowError,
  type TransactionReceipt,
  BaseError as ViemError,
} from 'viem'
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
  const hash = await sendFirst(client, transaction)
  if (!(await client.getAutomine())) await client.mine({ blocks: 1 })
  const receipt = await client.waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new TransactionRevertedError({ hash })
  return receipt
}

/** Somebody else may send from the same account: then the next nonce is free. */
async function sendFirst(
  client: DevnetClient,
  transaction: Parameters<typeof sendTransaction>[1],
): Promise<Hex> {
  for (let tries = 1; ; tries++)
    try {
      return await client.sendTransaction(transaction)
    } catch (error) {
      const isTaken =
        error instanceof ViemError &&
        error.walk((cause) => cause instanceof NonceTooLowError) !== null
      if (!isTaken || tries === mostTries) throw error
    }
}

const mostTries = 5

export class TransactionRevertedError extends BaseError {
  override name = 'TransactionRevertedError'

  constructor({ hash }: { hash: Hex }) {
    super(`The transaction ${hash} on the local chain was reverted.`)
  }
}
