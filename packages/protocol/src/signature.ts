import type { Address, Hex } from 'viem'
import { BaseError } from './errors.js'
import { addressWord, assertBytes, uintWord } from './word.js'

/**
 * One owner's signature as `checkNSignatures` of the singleton knows them:
 * - ecdsa (v 27, 28): over the hash itself
 * - ethSign (v 31, 32): over the hash with the EIP-191 prefix, v raised by 4
 * - approvedHash (v 1): the owner called `approveHash`, or sends the execution
 * - contract (v 0): EIP-1271, `data` is what the owner contract is given
 */
export type SafeSignature =
  | { kind: 'ecdsa' | 'ethSign'; signer: Address; data: Hex }
  | { kind: 'approvedHash'; signer: Address }
  | { kind: 'contract'; signer: Address; data: Hex }

const staticSize = 65

/**
 * The blob for `execTransaction` and `isValidSignature`: 65-byte parts in
 * ascending order of the signer, then the dynamic parts in the same order.
 */
export function buildSignatures(signatures: readonly SafeSignature[]): Hex {
  const sorted = sortBySigner(signatures)
  assertUniqueSigners(sorted)
  const parts = sorted.reduce(appendSignature(sorted.length * staticSize), {
    static: '',
    dynamic: '',
  })
  return `0x${parts.static}${parts.dynamic}`
}

/** The contract demands strictly ascending signers. */
function sortBySigner(signatures: readonly SafeSignature[]): SafeSignature[] {
  return signatures.toSorted((a, b) =>
    addressWord(a.signer) < addressWord(b.signer) ? -1 : 1,
  )
}

function assertUniqueSigners(sorted: readonly SafeSignature[]): void {
  const duplicate = sorted.find(
    ({ signer }, index) =>
      sorted[index + 1]?.signer.toLowerCase() === signer.toLowerCase(),
  )
  if (duplicate) throw new DuplicateSignerError({ signer: duplicate.signer })
}

type Parts = { static: string; dynamic: string }

function appendSignature(dynamicOffset: number) {
  return (parts: Parts, signature: SafeSignature): Parts => {
    if (signature.kind === 'approvedHash')
      return {
        static: `${parts.static}${addressWord(signature.signer)}${uintWord(0n)}01`,
        dynamic: parts.dynamic,
      }
    if (signature.kind === 'contract') {
      assertBytes(signature.data)
      const data = signature.data.slice(2).toLowerCase()
      const offset = BigInt(dynamicOffset + parts.dynamic.length / 2)
      return {
        static: `${parts.static}${addressWord(signature.signer)}${uintWord(offset)}00`,
        dynamic: `${parts.dynamic}${uintWord(BigInt(data.length / 2))}${data}`,
      }
    }
    assertStaticPart(signature)
    return {
      static: parts.static + signature.data.slice(2).toLowerCase(),
      dynamic: parts.dynamic,
    }
  }
}

const recoveryValues = { ecdsa: ['1b', '1c'], ethSign: ['1f', '20'] }

function assertStaticPart({
  kind,
  signer,
  data,
}: {
  kind: 'ecdsa' | 'ethSign'
  signer: Address
  data: Hex
}): void {
  assertBytes(data)
  const size = data.length / 2 - 1
  if (size !== staticSize) throw new InvalidSignatureSizeError({ signer, size })
  const v = data.slice(-2).toLowerCase()
  if (!recoveryValues[kind].includes(v))
    throw new InvalidRecoveryValueError({ kind, signer, v: Number(`0x${v}`) })
}

export class DuplicateSignerError extends BaseError {
  override name = 'DuplicateSignerError'

  constructor({ signer }: { signer: Address }) {
    super(`More than one signature is by ${signer}.`)
  }
}

export class InvalidSignatureSizeError extends BaseError {
  override name = 'InvalidSignatureSizeError'

  constructor({ signer, size }: { signer: Address; size: number }) {
    super(`The signature of ${signer} has ${size} bytes instead of 65.`)
  }
}

export class InvalidRecoveryValueError extends BaseError {
  override name = 'InvalidRecoveryValueError'

  constructor({
    kind,
    signer,
    v,
  }: {
    kind: 'ecdsa' | 'ethSign'
    signer: Address
    v: number
  }) {
    super(
      `The signature of ${signer} ends with v = ${v}, which no ${kind} signature has.`,
    )
  }
}
