import { BaseError } from '@covault/protocol'
import type { Address } from 'viem'
import type { LocalSignature } from '../../preferences/localQueue.js'
import type { SignableKind } from '../../trust/signable.js'

/** What the gateway took it must list; who only proposes does not sign. */
export function assertListed(
  taken: readonly LocalSignature[],
  signers: readonly Address[],
): void {
  const isMissing = taken.some(
    ({ signer, isProposer }) => !isProposer && !signers.includes(signer),
  )
  if (isMissing) throw new SignatureUnlistedError()
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
