import { parseSignatures, type SafeSignature } from '@covault/protocol'
import type { CheckedConfirmation } from '../../trust/confirmations.js'

/** As the contract takes it: what came without bytes was approved on chain. */
export function toSafeSignature({
  signer,
  signature,
}: CheckedConfirmation): SafeSignature {
  if (signature === null) return { kind: 'approvedHash', signer }
  const [part] = parseSignatures(signature)
  if (part?.kind === 'ecdsa' || part?.kind === 'ethSign')
    return { ...part, signer }
  if (part?.kind === 'contract') return part
  return { kind: 'approvedHash', signer }
}
