import { buildSignatures } from '@covault/protocol'
import type { Hex } from 'viem'
import type { SignableCheck } from '../../trust/checkSignable.js'
import { toSafeSignature } from './execute.js'

/**
 * What `isValidSignature` is given: every verified seal, in the contract's
 * order. Undefined as long as they are too few.
 */
export function collectSignature({
  confirmations,
  safe: { threshold },
}: Pick<SignableCheck, 'confirmations' | 'safe'>): Hex | undefined {
  const signatures = confirmations
    .filter(({ status }) => status === 'verified')
    .map(toSafeSignature)
  return signatures.length < threshold ? undefined : buildSignatures(signatures)
}
