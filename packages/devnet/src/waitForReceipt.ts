import { setTimeout as delay } from 'node:timers/promises'
import { BaseError } from '@covault/protocol'
import {
  type Hex,
  type PublicActions,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'

const patienceMs = 20_000

/**
 * Asks for a receipt until there is one. anvil counts a block before its
 * receipts can be read; viem's own waiting looks once per block number and
 * would wait for a next block that never comes.
 */
export async function waitForReceipt(
  client: Pick<PublicActions, 'getTransactionReceipt'>,
  { hash }: { hash: Hex },
): Promise<TransactionReceipt> {
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    const receipt = await findReceipt(client, { hash })
    if (receipt) return receipt
    if (Date.now() > giveUpAt) throw new ReceiptMissingError({ hash })
    await delay(5)
  }
}

async function findReceipt(
  client: Pick<PublicActions, 'getTransactionReceipt'>,
  { hash }: { hash: Hex },
): Promise<TransactionReceipt | undefined> {
  try {
    return await client.getTransactionReceipt({ hash })
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined
    throw error
  }
}

export class ReceiptMissingError extends BaseError {
  override name = 'ReceiptMissingError'

  constructor({ hash }: { hash: Hex }) {
    super(
      `The local chain has no receipt of ${hash} after ${patienceMs / 1000} seconds.`,
    )
  }
}
