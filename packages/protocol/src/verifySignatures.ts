import { type Address, type Hex, keccak256 } from 'viem'
import { BaseError } from './errors.js'
import {
  identifySigner,
  parseExecutedSignatures,
  type SignaturePart,
} from './parseSignatures.js'
import { isVersionAtLeast, type SafeVersion } from './safeVersion.js'
import { assertAscending, type SafeSignature } from './signature.js'
import {
  addressWord,
  bytes32Word,
  bytesTail,
  isBytes,
  uintWord,
} from './word.js'

/** What is signed, and the state of the safe that decides who may sign. */
export type SignedBySafe = {
  safe: Address
  version: SafeVersion
  hash: Hex
  /** What hashes to `hash`; owners that are contracts are shown it. */
  preimage: Hex
  owners: readonly Address[]
  /** Who sends the execution: its own approval needs no storage. */
  executor?: Address
}

/**
 * `conditional` means that everything readable from the bytes is right, and
 * that the chain has to answer `calls`, each as `isCallSatisfied` wants it.
 */
export type Verification =
  | { status: 'valid'; signers: Address[] }
  | { status: 'conditional'; signers: Address[]; calls: RequiredCall[] }
  | { status: 'invalid'; reason: BaseError }

/** An `eth_call` that the caller makes; verification itself has no chain. */
export type RequiredCall =
  | { kind: 'approvedHash'; signer: Address; to: Address; data: Hex }
  | {
      kind: 'contractSignature'
      signer: Address
      to: Address
      data: Hex
      /** What the answer begins with; undefined: it is a bool, of 0.1.0. */
      magicValue: Hex | undefined
    }

const approvedHashesSelector = '0x7d832974'
// EIP-1271 and its draft: the magic value is the selector itself.
const isValidSignatureSelector = '0x1626ba7e'
const legacyIsValidSignatureSelector = '0x20c13b0b'

/**
 * `checkSignatures` of the singleton: the first `threshold` signatures are by
 * owners, in ascending order. Bytes after them are ignored, as on chain; where
 * they matter, `parseSignatures` refuses them.
 */
export async function verifySignatures({
  threshold,
  signatures,
  ...signed
}: SignedBySafe & {
  threshold: number
  signatures: Hex
}): Promise<Verification> {
  return reportInvalid(async () => {
    if (!Number.isSafeInteger(threshold) || threshold < 1)
      throw new ThresholdNotSetError({ safe: signed.safe })
    const parts = parseExecutedSignatures(signatures, { threshold })
    return verifyParts(signed, parts)
  })
}

/** One signature on its own, as confirmations of wallets come. */
export async function verifySignature({
  signature,
  ...signed
}: SignedBySafe & { signature: SignaturePart }): Promise<Verification> {
  return reportInvalid(() => verifyParts(signed, [signature]))
}

/** Whether the chain's answer (`undefined` for a revert) fulfils the call. */
export function isCallSatisfied(
  call: RequiredCall,
  answer: Hex | undefined,
): boolean {
  if (!isBytes(answer) || answer.length < 66) return false
  if (call.kind === 'approvedHash' || call.magicValue === undefined)
    return BigInt(answer.slice(0, 66)) !== 0n
  return answer.slice(0, 10).toLowerCase() === call.magicValue
}

async function reportInvalid(
  verify: () => Promise<Verification>,
): Promise<Verification> {
  try {
    return await verify()
  } catch (reason) {
    if (reason instanceof BaseError) return { status: 'invalid', reason }
    throw reason
  }
}

async function verifyParts(
  signed: SignedBySafe,
  parts: readonly SignaturePart[],
): Promise<Verification> {
  assertKindsExist(signed, parts)
  const signatures = await Promise.all(
    parts.map((part) => identifySigner({ hash: signed.hash, part })),
  )
  assertAscending(signatures)
  assertOwners(signatures, signed)
  const signers = signatures.map(({ signer }) => signer)
  const calls = signatures.flatMap((signature) =>
    getRequiredCalls(signed, signature),
  )
  if (calls.length === 0) return { status: 'valid', signers }
  return { status: 'conditional', signers, calls }
}

/** `eth_sign` (v above 30) is new in 1.1.0; before, it recovers nobody. */
function assertKindsExist(
  { version }: SignedBySafe,
  parts: readonly SignaturePart[],
): void {
  const isOld = !isVersionAtLeast(version, '1.1.1')
  if (isOld && parts.some(({ kind }) => kind === 'ethSign'))
    throw new EthSignNotSupportedError({ version })
}

function assertOwners(
  signatures: readonly SafeSignature[],
  { safe, owners }: SignedBySafe,
): void {
  const known = new Set(owners.map((owner) => owner.toLowerCase()))
  const stranger = signatures.find(
    ({ signer }) => !known.has(signer.toLowerCase()),
  )
  if (stranger) throw new NotAnOwnerError({ safe, signer: stranger.signer })
}

function getRequiredCalls(
  signed: SignedBySafe,
  signature: SafeSignature,
): RequiredCall[] {
  if (signature.kind === 'approvedHash')
    return isExecutor(signed, signature.signer)
      ? []
      : [getApprovedHashCall(signed, signature.signer)]
  if (signature.kind === 'contract')
    return [getContractSignatureCall(signed, signature)]
  return []
}

function isExecutor({ executor }: SignedBySafe, signer: Address): boolean {
  return executor?.toLowerCase() === signer.toLowerCase()
}

/** `approvedHashes(owner, hash)` of the safe is not zero. */
function getApprovedHashCall(
  { safe, hash }: SignedBySafe,
  signer: Address,
): RequiredCall {
  return {
    kind: 'approvedHash',
    signer,
    to: safe,
    data: `${approvedHashesSelector}${addressWord(signer)}${bytes32Word(hash)}`,
  }
}

/**
 * 1.5.0 asks owners with EIP-1271's final `isValidSignature(bytes32,bytes)`,
 * all before with the draft's `isValidSignature(bytes,bytes)`, which answered a
 * bool in 0.1.0; 1.4.1 demands in addition that the preimage fits the hash.
 */
function getContractSignatureCall(
  { version, hash, preimage }: SignedBySafe,
  { signer, data }: { signer: Address; data: Hex },
): RequiredCall {
  const call = { kind: 'contractSignature', signer, to: signer } as const
  if (isVersionAtLeast(version, '1.5.0'))
    return {
      ...call,
      data: `${isValidSignatureSelector}${bytes32Word(hash)}${uintWord(64n)}${bytesTail(data)}`,
      magicValue: isValidSignatureSelector,
    }
  const preimageTail = bytesTail(preimage)
  if (version === '1.4.1' && keccak256(preimage) !== hash.toLowerCase())
    throw new PreimageMismatchError({ hash })
  const offset = BigInt(64 + preimageTail.length / 2)
  return {
    ...call,
    data: `${legacyIsValidSignatureSelector}${uintWord(64n)}${uintWord(offset)}${preimageTail}${bytesTail(data)}`,
    magicValue:
      version === '0.1.0' ? undefined : legacyIsValidSignatureSelector,
  }
}

export class ThresholdNotSetError extends BaseError {
  override name = 'ThresholdNotSetError'

  constructor({ safe }: { safe: Address }) {
    super(`The safe ${safe} has no threshold, so no one can sign for it.`)
  }
}

export class EthSignNotSupportedError extends BaseError {
  override name = 'EthSignNotSupportedError'

  constructor({ version }: { version: SafeVersion }) {
    super(
      `Safes of version ${version} do not support eth_sign signatures (v 31 and 32); version 1.1.0 is the first that does.`,
    )
  }
}

export class NotAnOwnerError extends BaseError {
  override name = 'NotAnOwnerError'
  readonly signer: Address

  constructor({ safe, signer }: { safe: Address; signer: Address }) {
    super(`${signer} signed, but is not an owner of the safe ${safe}.`)
    this.signer = signer
  }
}

export class PreimageMismatchError extends BaseError {
  override name = 'PreimageMismatchError'

  constructor({ hash }: { hash: Hex }) {
    super(`The data shown to the owner's contract does not hash to ${hash}.`)
  }
}
