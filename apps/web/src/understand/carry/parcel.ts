import { parseSignatures, type SafeSignature } from '@covault/protocol'
import type { CarriedSignable, Parcel } from '@covault/protocol/envelope'
import type { ClaimedConfirmation } from '../../trust/confirmations.js'

export type CarriedKind = CarriedSignable['kind']

/** What is handed to others: what is signed, and who has signed it. */
export function toParcel(
  signable: CarriedSignable,
  {
    confirmations,
    note,
  }: { confirmations: readonly ClaimedConfirmation[]; note: string },
): Parcel {
  return {
    signable,
    signatures: confirmations.flatMap(readSignature),
    ...(note && { note }),
  }
}

/** What cannot be read is of no use to anybody. */
function readSignature({
  signer,
  signature,
}: ClaimedConfirmation): SafeSignature[] {
  if (signature === null) return [{ kind: 'approvedHash', signer }]
  try {
    const [part, ...others] = parseSignatures(signature)
    return part && others.length === 0 ? [{ ...part, signer }] : []
  } catch {
    return []
  }
}

/** `nonce-4-1a2b3c4d`, for files and prints. */
export function nameParcel({ signable }: Parcel, hash: string): string {
  const short = hash.slice(2, 10)
  return signable.kind === 'transaction'
    ? `nonce-${signable.transaction.nonce}-${short}`
    : `message-${short}`
}
