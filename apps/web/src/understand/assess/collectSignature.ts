import { buildSignatures } from '@covault/protocol'
import type { Hex } from 'viem'
import type { CheckedConfirmation } from '../../trust/confirmations.js'
import type { SafeState } from '../../trust/safe.js'
import { toSafeSignature } from './toSafeSignature.js'

/**
 * What `isValidSignature` is given: every verified seal, in the contract's
 * order. Undefined as long as they are too few.
 */
export function collectSignature({
  confirmations,
  safe: { threshold },
}: {
  confirmations: readonly CheckedConfirmation[]
  safe: Pick<SafeState, 'threshold'>
}): Hex | undefined {
  const signatures = confirmations
    .filter(({ status }) => status === 'verified')
    .map(toSafeSignature)
  return signatures.length < threshold ? undefined : buildSignatures(signatures)
}
