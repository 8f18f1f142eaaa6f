import {
  BaseError,
  buildSignatures,
  identifySigner,
  parseSignatures,
  type SafeSignature,
  type SafeVersion,
  toLowS,
  verifySignature,
} from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { RuleFailure, StorageFailure } from '../failures.js'
import { inTurns } from '../inTurns.js'
import type { NewConfirmation } from '../store/confirmations.js'
import { toSignatureCalls } from './contractCalls.js'
import type { PresentSafe } from './presentSafe.js'

/** Bytes of signatures beyond this are no signatures. */
const longestBlob = 32_768

/** Reads signatures and whose they are, in the contract's own layout. */
export async function readSigners(parameters: {
  hash: Hex
  blob: Hex
  /** More than this many are not even recovered. */
  most: number
}): Promise<SafeSignature[]> {
  const { hash, blob, most } = parameters
  if (blob.length / 2 - 1 > longestBlob) throw invalidSignature()
  try {
    const parts = parseSignatures(blob)
    if (parts.length === 0 || parts.length > most) throw invalidSignature()
    return await inTurns(parts, (part) => identifySigner({ hash, part }))
  } catch (error) {
    if (error instanceof BaseError) throw invalidSignature()
    throw error
  }
}

export function invalidSignature(): RuleFailure {
  return new RuleFailure('Invalid signature')
}

export function assertNotBlocked(
  blocked: readonly Address[],
  signatures: readonly SafeSignature[],
): void {
  if (signatures.some(({ signer }) => blocked.includes(signer)))
    throw new RuleFailure('Unauthorized address')
}

/** A contract is asked in two forms, an approval is looked up. */
const questions = { contract: 2, approvedHash: 1, ecdsa: 0, ethSign: 0 }
const mostQuestions = 2

/** What is refused in the end must not have cost a node much. */
export function assertFewQuestions(signatures: readonly SafeSignature[]): void {
  const asked = signatures.map(({ kind }) => questions[kind])
  if (asked.reduce((sum, count) => sum + count, 0) <= mostQuestions) return
  const count = asked.filter((each) => each > 0).length
  throw new StorageFailure(
    422,
    `${count} of these signatures can only be checked on the chain. Send contract signatures one at a time.`,
  )
}

/**
 * Whether the chain accepts what only it can tell: approved hashes, and
 * contracts that sign, asked as the safe's own version asks them and in the
 * other form of EIP-1271.
 */
export async function isAccepted(
  present: PresentSafe,
  parameters: {
    version: SafeVersion
    hash: Hex
    preimage: Hex
    signatures: readonly SafeSignature[]
  },
): Promise<boolean> {
  const { version, hash, preimage, signatures } = parameters
  const verifications = await Promise.all(
    signatures.map((signature) =>
      verifySignature({
        safe: present.address,
        version,
        hash,
        preimage,
        // Who may sign is decided by the caller: delegates may propose.
        owners: [signature.signer],
        signature,
      }),
    ),
  )
  if (verifications.some(({ status }) => status === 'invalid')) return false
  const inAnyForm = signatures.flatMap((each) =>
    each.kind === 'contract'
      ? toSignatureCalls({
          signer: each.signer,
          signature: each.data,
          texts: [{ hash, preimage }],
        })
      : [],
  )
  return present.agrees(
    verifications
      .flatMap((each) => (each.status === 'conditional' ? each.calls : []))
      .map((call) =>
        call.kind === 'contractSignature'
          ? [call, ...inAnyForm.filter(({ signer }) => signer === call.signer)]
          : [call],
      ),
  )
}

/** As it is stored: the one form of it that counts, as if it stood alone. */
export function toConfirmation(signature: SafeSignature): NewConfirmation {
  const { kind, signer } = signature
  const canonical =
    kind === 'ecdsa' || kind === 'ethSign'
      ? { ...signature, data: toLowS(signature.data) }
      : signature
  return { owner: signer, kind, signature: buildSignatures([canonical]) }
}
