import {
  BaseError,
  buildSignatures,
  parseSignatures,
  recoverSigner,
  type SignaturePart,
  toLowS,
} from '@covault/protocol'
import type { Address, Hex } from 'viem'

/** Somebody says that this owner has signed, with these bytes. */
export type ClaimedSignature = {
  signer: Address
  /** Null for an approval that is on chain. */
  signature: Hex | null
}

/** What the bytes are; an error where they are not one signature. */
export function readPart({
  signer,
  signature,
}: ClaimedSignature): SignaturePart | BaseError {
  if (signature === null) return { kind: 'approvedHash', signer }
  try {
    const [part, ...others] = parseSignatures(signature)
    return part && others.length === 0
      ? part
      : new NotOneSignatureError({ signer })
  } catch (error) {
    if (error instanceof BaseError) return error
    throw error
  }
}

/**
 * By the same signer and with the same bytes, but for what changes nothing: a
 * key signs with either s, and an approval on chain needs no bytes at all.
 * Whose name stands on it proves nothing.
 */
export function isSameSignature(
  one: ClaimedSignature,
  other: ClaimedSignature,
): boolean {
  return one.signer === other.signer && toForm(one) === toForm(other)
}

function toForm(claim: ClaimedSignature): string {
  const part = readPart(claim)
  if (part instanceof BaseError) return `${claim.signature}`.toLowerCase()
  return 'signer' in part ? buildSignatures([part]) : toLowS(part.data)
}

/**
 * Made with the signer's key over the hash itself: every version of the
 * contract takes it, and no chain need be asked.
 */
export async function isKeySignature(
  hash: Hex,
  claim: ClaimedSignature,
): Promise<boolean> {
  const part = readPart(claim)
  if (part instanceof BaseError || part.kind !== 'ecdsa') return false
  try {
    return (await recoverSigner({ hash, signature: part })) === claim.signer
  } catch (error) {
    if (error instanceof BaseError) return false
    throw error
  }
}

export class NotOneSignatureError extends BaseError {
  constructor({ signer }: { signer: Address }) {
    super(
      `The data given as the signature of ${signer} isn’t exactly one signature.`,
    )
  }
}
