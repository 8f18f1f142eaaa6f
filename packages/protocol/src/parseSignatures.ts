import { type Address, getAddress, type Hex } from 'viem'
import { BaseError } from './errors.js'
import { nouns, writeCount } from './language.js'
import {
  assertAscending,
  type KeySignature,
  recoverSigner,
  type SafeSignature,
  staticPartSize,
} from './signature.js'
import { assertBytes, UintOutOfRangeError } from './word.js'

/** A signature as the bytes alone tell: whose key it was is not known yet. */
export type SignaturePart =
  | KeySignature
  | { kind: 'approvedHash'; signer: Address }
  | { kind: 'contract'; signer: Address; data: Hex }

/**
 * The inverse of `buildSignatures`, strict: every byte belongs to exactly one
 * signature. Static parts come first, dynamic parts fill the rest without gap,
 * overlap or tail, and unused bits are zero.
 */
export function parseSignatures(blob: Hex): SignaturePart[] {
  assertBytes(blob)
  const parts = readStaticParts(blob)
  for (const [index, part] of parts.entries()) assertCleanPart(part, index)
  assertTiled(blob, parts)
  return parts.map((part, index) => readPart(blob, part, index))
}

/**
 * What the contract reads of an executed blob: the first `threshold` parts and
 * the dynamic parts they point to. It ignores everything else, and so does
 * this.
 */
export function parseExecutedSignatures(
  blob: Hex,
  { threshold }: { threshold: number },
): SignaturePart[] {
  assertBytes(blob)
  if (!Number.isInteger(threshold) || threshold < 0)
    throw new UintOutOfRangeError({ value: threshold })
  const staticEnd = threshold * staticPartSize
  const parts: SignaturePart[] = []
  for (let index = 0; index < threshold; index++) {
    const part = readStaticPart(blob, index)
    if (part.kind === 'contract' && part.s < staticEnd)
      throw new MisplacedDynamicPartError({ start: part.s, end: staticEnd })
    parts.push(readPart(blob, part, index))
  }
  return parts
}

/** Parses strictly, recovers the signers, and demands their order. */
export async function recoverSignatures({
  hash,
  blob,
}: {
  hash: Hex
  blob: Hex
}): Promise<SafeSignature[]> {
  const signatures = await Promise.all(
    parseSignatures(blob).map((part) => identifySigner({ hash, part })),
  )
  assertAscending(signatures)
  return signatures
}

/** Adds the signer where the bytes do not name it. */
export async function identifySigner({
  hash,
  part,
}: {
  hash: Hex
  part: SignaturePart
}): Promise<SafeSignature> {
  if (part.kind === 'approvedHash' || part.kind === 'contract') return part
  return { ...part, signer: await recoverSigner({ hash, signature: part }) }
}

/** r, s and v, still uninterpreted but for the kind. */
type StaticPart = {
  kind: SafeSignature['kind']
  r: bigint
  s: bigint
  data: Hex
}

/** Static parts end where the first dynamic part begins. */
function readStaticParts(blob: Hex): StaticPart[] {
  const parts: StaticPart[] = []
  let end = BigInt(sizeOf(blob))
  while (BigInt(parts.length * staticPartSize) < end) {
    const part = readStaticPart(blob, parts.length)
    parts.push(part)
    if (part.kind === 'contract' && part.s < end) end = part.s
  }
  return parts
}

function readStaticPart(blob: Hex, index: number): StaticPart {
  const start = 2 + index * staticPartSize * 2
  const data =
    `0x${blob.slice(start, start + staticPartSize * 2).toLowerCase()}` as const
  if (sizeOf(data) !== staticPartSize)
    throw new TruncatedSignaturesError({ index, size: sizeOf(blob) })
  return {
    kind: kindOf(Number(`0x${data.slice(130)}`), index),
    r: BigInt(data.slice(0, 66)),
    s: BigInt(`0x${data.slice(66, 130)}`),
    data,
  }
}

function kindOf(v: number, index: number): SafeSignature['kind'] {
  if (v === 0) return 'contract'
  if (v === 1) return 'approvedHash'
  if (v === 27 || v === 28) return 'ecdsa'
  if (v === 31 || v === 32) return 'ethSign'
  throw new UnknownSignatureKindError({ index, v })
}

/** The contract ignores these bits; two blobs must not mean the same. */
function assertCleanPart({ kind, r, s }: StaticPart, index: number): void {
  if (kind === 'ecdsa' || kind === 'ethSign') return
  if (r >> 160n !== 0n || (kind === 'approvedHash' && s !== 0n))
    throw new DirtySignatureError({ index })
}

function assertTiled(blob: Hex, parts: readonly StaticPart[]): void {
  const dynamics = parts
    .flatMap((part, index) =>
      part.kind === 'contract' ? [locateDynamicPart(blob, part, index)] : [],
    )
    .sort((a, b) => a.start - b.start)
  let end = parts.length * staticPartSize
  for (const dynamic of dynamics) {
    if (dynamic.start !== end)
      throw new MisplacedDynamicPartError({ start: dynamic.start, end })
    end = dynamic.end
  }
  const size = sizeOf(blob)
  if (end !== size) throw new TrailingSignatureBytesError({ end, size })
}

function readPart(blob: Hex, part: StaticPart, index: number): SignaturePart {
  const { kind, data } = part
  if (kind === 'ecdsa' || kind === 'ethSign') return { kind, data }
  const signer = getAddress(`0x${data.slice(26, 66)}`)
  if (kind === 'approvedHash') return { kind, signer }
  const { start, end } = locateDynamicPart(blob, part, index)
  return { kind, signer, data: sliceBytes(blob, start + 32, end) }
}

/** Byte positions of the length word's start and of the data's end. */
function locateDynamicPart(
  blob: Hex,
  { s }: StaticPart,
  index: number,
): { start: number; end: number } {
  const size = sizeOf(blob)
  if (s + 32n > BigInt(size))
    throw new DynamicPartOutOfBoundsError({ index, size })
  const start = Number(s)
  const length = BigInt(sliceBytes(blob, start, start + 32))
  if (s + 32n + length > BigInt(size))
    throw new DynamicPartOutOfBoundsError({ index, size })
  return { start, end: start + 32 + Number(length) }
}

function sliceBytes(blob: Hex, start: number, end: number): Hex {
  return `0x${blob.slice(2 + start * 2, 2 + end * 2).toLowerCase()}`
}

function sizeOf(bytes: Hex): number {
  return bytes.length / 2 - 1
}

export class TruncatedSignaturesError extends BaseError {
  override name = 'TruncatedSignaturesError'

  constructor({ index, size }: { index: number; size: number }) {
    super(
      `Signature ${index + 1} is cut off: the signatures have ${writeCount(size, nouns.byte)}, and each needs 65.`,
    )
  }
}

export class UnknownSignatureKindError extends BaseError {
  override name = 'UnknownSignatureKindError'

  constructor({ index, v }: { index: number; v: number }) {
    super(
      `Signature ${index + 1} has v = ${v}; only 0, 1, 27, 28, 31 and 32 are valid.`,
    )
  }
}

export class DirtySignatureError extends BaseError {
  override name = 'DirtySignatureError'

  constructor({ index }: { index: number }) {
    super(`Signature ${index + 1} has bits set that must be zero.`)
  }
}

export class DynamicPartOutOfBoundsError extends BaseError {
  override name = 'DynamicPartOutOfBoundsError'

  constructor({ index, size }: { index: number; size: number }) {
    super(
      `The contract signature ${index + 1} points outside the ${writeCount(size, nouns.byte)} of signatures.`,
    )
  }
}

export class MisplacedDynamicPartError extends BaseError {
  override name = 'MisplacedDynamicPartError'

  constructor({ start, end }: { start: number | bigint; end: number }) {
    super(
      `A contract signature's data starts at byte ${start}, but what precedes it ends at byte ${end}.`,
    )
  }
}

export class TrailingSignatureBytesError extends BaseError {
  override name = 'TrailingSignatureBytesError'

  constructor({ end, size }: { end: number; size: number }) {
    super(
      `The signatures end at byte ${end}, but ${writeCount(size - end, moreBytes)} follow.`,
    )
  }
}

const moreBytes = { one: 'more byte', other: 'more bytes' } as const
