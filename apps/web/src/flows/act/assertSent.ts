import { BaseError } from '@covault/protocol'
import { isAddressEqual } from 'viem'
import type { SentExecution } from '../../preferences/sentExecutions.js'
import type { ChainClient } from '../../trust/chainClient.js'
import { findSent } from '../../trust/sentTransactions.js'

/**
 * Whatever can write into this browser's storage can change what is kept
 * there of an execution. Before the same is sent again without a review, the
 * network must know it as it is kept: the account has signed exactly that.
 */
export async function assertSent(
  client: ChainClient,
  { transactionHash: hash, from, to, data, senderNonce }: SentExecution,
): Promise<void> {
  const pending = await findSent(client, hash)
  if (!pending) throw new NotKnownError()
  const isSame =
    pending.to !== null &&
    isAddressEqual(pending.to, to) &&
    isAddressEqual(pending.from, from) &&
    pending.input === data.toLowerCase() &&
    pending.nonce === senderNonce &&
    pending.value === 0n
  if (!isSame) throw new NotAsSentError()
}

export class NotAsSentError extends BaseError {
  constructor() {
    super(
      'The transaction on the network differs from this browser’s record of it, so nothing was sent. Open the transaction in the queue and check it there.',
    )
  }
}

export class NotKnownError extends BaseError {
  constructor() {
    super(
      'The RPC endpoint can’t find this transaction, so it can’t be compared. Nothing was sent. Execute it again from the queue.',
    )
  }
}
