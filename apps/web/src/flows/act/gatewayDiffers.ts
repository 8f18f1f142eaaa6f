import { BaseError } from '@covault/protocol'
import type { Hex } from 'viem'
import type { LocalSignature } from '../../preferences/localQueue.js'
import type { SignableKind } from '../../trust/signable.js'
import {
  type ClaimedSignature,
  isKeySignature,
  isSameSignature,
} from '../../trust/signables/claimedSignature.js'

/**
 * What the gateway took it must list, with the same bytes or with others that
 * are worth as much; who only proposes does not sign.
 */
export async function assertListed(
  hash: Hex,
  {
    taken,
    told,
  }: {
    taken: readonly LocalSignature[]
    told: readonly ClaimedSignature[]
  },
): Promise<void> {
  for (const one of taken.filter(({ isProposer }) => !isProposer)) {
    const named = told.filter(({ signer }) => signer === one.signer)
    if (named.some((claim) => isSameSignature(claim, one))) continue
    // An owner may have signed before, with another wallet.
    const isWorth = await Promise.all(
      named.map((claim) => isKeySignature(hash, claim)),
    )
    if (!isWorth.includes(true)) throw new SignatureUnlistedError()
  }
}

/** What was handed over is not what the gateway says that it has. */
export class GatewayDiffersError extends BaseError {
  constructor(of: SignableKind) {
    super(
      `The gateway accepted the signature, but it has a different ${of} under this hash. This browser keeps its own copy.`,
    )
  }
}

export class SignatureUnlistedError extends BaseError {
  constructor() {
    super(
      'The gateway accepted the signature, but doesn’t list it. This browser keeps its own copy.',
    )
  }
}
