import { type Address, type Hex, hashMessage, recoverAddress } from 'viem'
import { BaseError } from './errors.js'
import { addressWord, assertBytes, bytes32Word, uintWord } from './word.js'

/**
 * One owner's signature as `checkNSignatures` of the singleton knows them:
 * - ecdsa (v 27, 28): over the hash itself
 * - ethSign (v 31, 32): over the hash with the EIP-191 prefix, v raised by 4
 * - approvedHash (v 1): the owner called `approveHash`, or sends the execution
 * - contract (v 0): EIP-1271, `data` is what the owner contract is given
 */
export type SafeSignature =
  | (KeySignature & { signer: Address })
  | { kind: 'approvedHash'; signer: Address }
  | { kind: 'contract'; signer: Address; data: Hex }

/** 65 bytes r, s, v made with a private key; they do not name the signer. */
export type KeySignature = { kind: 'ecdsa' | 'ethSign'; data: Hex }

/** Size of r, s and v. */
export const staticPartSize = 65

const curveOrder =
  0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/**
 * The blob for `execTransaction` and `isValidSignature`: 65-byte parts in
 * ascending order of the signer, then the dynamic parts in the same order.
 */
export function buildSignatures(signatures: readonly SafeSignature[]): Hex {
  const sorted = sortBySigner(signatures)
  assertAscending(sorted)
  const dynamicStart = sorted.length * staticPartSize
  const parts = { static: '', dynamic: '' }
  for (const signature of sorted) {
    const offset = dynamicStart + parts.dynamic.length / 2
    parts.static += encodeStaticPart(signature, offset)
    parts.dynamic += encodeDynamicPart(signature)
  }
  return `0x${parts.static}${parts.dynamic}`
}

/** The account whose key made the signature, `ecrecover` of the contract. */
export async function recoverSigner({
  hash,
  signature,
}: {
  hash: Hex
  signature: KeySignature
}): Promise<Address> {
  bytes32Word(hash)
  assertKeySignature(signature)
  const { kind, data } = signature
  try {
    if (kind === 'ecdsa') return await recoverAddress({ hash, signature: data })
    return await recoverAddress({
      hash: hashMessage({ raw: hash }),
      signature: withRecoveryValue(data, recoveryValueOf(data) - 4),
    })
  } catch (cause) {
    throw new UnrecoverableSignatureError({ cause })
  }
}

/**
 * Brings what a wallet returned into the contract's form: some answer v = 0 or
 * 1, some a high s; a signature of the prefixed hash gets v raised by 4.
 */
export function fromWalletSignature({
  kind,
  signer,
  signature,
}: {
  kind: KeySignature['kind']
  signer: Address
  signature: Hex
}): SafeSignature {
  assertStaticPart(signature)
  const v = recoveryValueOf(signature)
  const parity = v >= 27 ? v - 27 : v
  if (parity !== 0 && parity !== 1)
    throw new InvalidRecoveryValueError({ kind: 'ecdsa', v })
  const raised = parity + (kind === 'ecdsa' ? 27 : 31)
  return { kind, signer, data: toLowS(withRecoveryValue(signature, raised)) }
}

/**
 * Of the two signatures that one key operation yields, the one with the lower
 * s. The contract accepts both; keeping only this one prevents them from
 * counting as two.
 */
export function toLowS(data: Hex): Hex {
  assertStaticPart(data)
  const s = BigInt(`0x${data.slice(66, 130)}`)
  const v = recoveryValueOf(data)
  if (s <= curveOrder / 2n || s >= curveOrder) return withRecoveryValue(data, v)
  // 0 and 1 are other kinds of signature, whose s is no curve number.
  if (![27, 28, 31, 32].includes(v))
    throw new InvalidRecoveryValueError({ kind: 'ecdsa', v })
  const flipped = withRecoveryValue(data, v % 2 === 0 ? v - 1 : v + 1)
  return `0x${flipped.slice(2, 66)}${uintWord(curveOrder - s)}${flipped.slice(130)}`
}

/** The contract demands strictly ascending signers. */
export function assertAscending(signatures: readonly SafeSignature[]): void {
  for (const [index, { signer }] of signatures.entries()) {
    const next = signatures[index + 1]
    if (!next) return
    const order = compareAddresses(signer, next.signer)
    if (order === 0) throw new DuplicateSignerError({ signer })
    if (order > 0)
      throw new UnorderedSignersError({ before: signer, after: next.signer })
  }
}

export function compareAddresses(a: Address, b: Address): number {
  const left = addressWord(a)
  const right = addressWord(b)
  if (left === right) return 0
  return left < right ? -1 : 1
}

function sortBySigner(signatures: readonly SafeSignature[]): SafeSignature[] {
  return [...signatures].sort((a, b) => compareAddresses(a.signer, b.signer))
}

function encodeStaticPart(signature: SafeSignature, offset: number): string {
  const { kind, signer } = signature
  if (kind === 'approvedHash') return `${addressWord(signer)}${uintWord(0n)}01`
  if (kind === 'contract')
    return `${addressWord(signer)}${uintWord(BigInt(offset))}00`
  assertKeySignature(signature)
  return signature.data.slice(2).toLowerCase()
}

function encodeDynamicPart(signature: SafeSignature): string {
  if (signature.kind !== 'contract') return ''
  assertBytes(signature.data)
  const digits = signature.data.slice(2).toLowerCase()
  return uintWord(BigInt(digits.length / 2)) + digits
}

const recoveryValues = { ecdsa: [27, 28], ethSign: [31, 32] } as const

function assertKeySignature({ kind, data }: KeySignature): void {
  assertStaticPart(data)
  const v = recoveryValueOf(data)
  if (!recoveryValues[kind].some((value) => value === v))
    throw new InvalidRecoveryValueError({ kind, v })
}

function assertStaticPart(data: Hex): void {
  assertBytes(data)
  const size = data.length / 2 - 1
  if (size !== staticPartSize) throw new InvalidSignatureSizeError({ size })
}

function recoveryValueOf(data: Hex): number {
  return Number(`0x${data.slice(130)}`)
}

function withRecoveryValue(data: Hex, v: number): Hex {
  const digits = v.toString(16).padStart(2, '0')
  return `0x${data.slice(2, 130).toLowerCase()}${digits}`
}

export class DuplicateSignerError extends BaseError {
  override name = 'DuplicateSignerError'

  constructor({ signer }: { signer: Address }) {
    super(`More than one signature is by ${signer}.`)
  }
}

export class UnorderedSignersError extends BaseError {
  override name = 'UnorderedSignersError'

  constructor({ before, after }: { before: Address; after: Address }) {
    super(
      `The signature of ${before} comes before that of ${after}, but signatures must be in ascending order of their signers.`,
    )
  }
}

export class InvalidSignatureSizeError extends BaseError {
  override name = 'InvalidSignatureSizeError'

  constructor({ size }: { size: number }) {
    super(`A signature made with a key has 65 bytes, but this one has ${size}.`)
  }
}

export class InvalidRecoveryValueError extends BaseError {
  override name = 'InvalidRecoveryValueError'

  constructor({ kind, v }: { kind: KeySignature['kind']; v: number }) {
    super(`The signature ends with v = ${v}, which no ${kind} signature has.`)
  }
}

export class UnrecoverableSignatureError extends BaseError {
  override name = 'UnrecoverableSignatureError'

  constructor({ cause }: { cause: unknown }) {
    super('This is not a valid signature of any account.', { cause })
  }
}
