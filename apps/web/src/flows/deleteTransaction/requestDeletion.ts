import { call, deleteTransaction, GatewayReplyError } from '@covault/api'
import {
  BaseError,
  getDeleteRequestTypedData,
  getTotp,
  type SafeDomain,
} from '@covault/protocol'
import type { Hex } from 'viem'
import { forgetSeen } from '../../preferences/seenSignatures.js'
import { gateway } from '../../queries/gateway.js'
import { type Asking, askForRequest } from '../act/askForRequest.js'
import type { Waiting } from '../act/waiting.js'

/**
 * What a gateway asks for before it takes a transaction out of its queue. It
 * counts for this hour and the next, and for nothing else.
 */
export async function requestDeletion({
  domain: { chainId, safe },
  safeTxHash,
  nonce,
  ...asking
}: Asking & {
  domain: SafeDomain
  safeTxHash: Hex
  nonce: bigint
  waiting: Waiting
}): Promise<true | undefined> {
  const totp = getTotp({ unixSeconds: Date.now() / 1000 })
  const isDeleted = await askForRequest({
    ...asking,
    about: { chainId, safe, nonce },
    typedData: getDeleteRequestTypedData({ chainId, safe, safeTxHash, totp }),
    send: (signature) => send({ chainId, safeTxHash, signature }),
    refusal: 'The gateway didn’t delete the transaction',
  })
  // Nobody withholds what was deleted here.
  if (isDeleted) await forgetSeen(safeTxHash)
  return isDeleted
}

async function send({
  chainId,
  safeTxHash,
  signature,
}: {
  chainId: number
  safeTxHash: Hex
  signature: Hex
}): Promise<void> {
  try {
    await call(gateway, deleteTransaction, {
      params: { chainId, safeTxHash },
      body: { signature },
    })
  } catch (error) {
    if (error instanceof GatewayReplyError && error.status === 404)
      throw new GoneAlreadyError({ cause: error })
    throw error
  }
}

class GoneAlreadyError extends BaseError {
  constructor({ cause }: { cause: unknown }) {
    super('The transaction was already deleted.', { cause })
  }
}
