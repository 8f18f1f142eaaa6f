import type { Address, Hex } from 'viem'
import type { BaseError } from '../errors.js'
import { getSafeMessagePreimage } from '../safeMessage.js'
import { encodeSafeTransactionData } from '../safeTransaction.js'
import type { SafeSignature } from '../signature.js'
import { type RequiredCall, verifySignature } from '../verifySignatures.js'
import type { VerifiedCarried } from './verifyCarried.js'
import type { CarriedSignable } from './writeEnvelope.js'

/** Whether the owners of the safe, as the chain has them, take a signature. */
export type Admission =
  | { status: 'admitted'; signature: SafeSignature }
  /** The chain has to answer `calls`, as `isCallSatisfied` says. */
  | { status: 'needsChain'; signature: SafeSignature; calls: RequiredCall[] }
  | { status: 'dropped'; signer: Address; reason: BaseError }

export async function admitSignatures(
  { signable, hash, signatures }: VerifiedCarried,
  { owners }: { owners: readonly Address[] },
): Promise<Admission[]> {
  const { safe, version } = signable.domain
  const preimage = getPreimage(signable)
  return Promise.all(
    signatures.map(async (checked): Promise<Admission> => {
      if (checked.status === 'refused') return { ...checked, status: 'dropped' }
      const { signature } = checked
      const signed = { safe, version, hash, preimage, owners, signature }
      const verified = await verifySignature(signed)
      if (verified.status === 'valid') return { status: 'admitted', signature }
      if (verified.status === 'conditional')
        return { status: 'needsChain', signature, calls: verified.calls }
      const { signer } = signature
      return { status: 'dropped', signer, reason: verified.reason }
    }),
  )
}

function getPreimage(signable: CarriedSignable): Hex {
  if (signable.kind === 'transaction')
    return encodeSafeTransactionData(signable.domain, signable.transaction)
  return getSafeMessagePreimage(signable.domain, signable.message)
}
