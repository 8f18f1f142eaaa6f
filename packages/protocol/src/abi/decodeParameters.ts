import { checksumAddress, hexToBytes } from 'viem'
import { BaseError } from '../errors.js'
import { nouns, writeCount } from '../language.js'
import { type AbiInput, type AbiType, toAbiTypes } from './abiType.js'

/**
 * Integers of every width are bigint, addresses are checksummed, tuples are
 * arrays in the order of their components (names may repeat or be absent).
 */
export type AbiValue = bigint | boolean | string | readonly AbiValue[]

/** Bytes from `start` up to and not including `end`. */
export type ByteRange = { readonly start: number; readonly end: number }

/** Bytes that encoding the decoded values again would not reproduce. */
export type AbiFlaw = {
  readonly code:
    | 'trailingBytes'
    | 'unreadBytes'
    | 'overlappingBytes'
    | 'unexpectedOffset'
    | 'nonZeroPadding'
    | 'missingPadding'
    | 'invalidText'
  readonly range: ByteRange
}

export type DecodedParameter = {
  readonly name: string
  readonly type: string
  readonly components?: readonly AbiInput[] | undefined
  readonly value: AbiValue
  /**
   * Where the value lies. For bytes and strings the content without its
   * length and padding.
   */
  readonly range: ByteRange
}

type DecodedParameters = {
  readonly parameters: readonly DecodedParameter[]
  /** Encoding the values again yields the same bytes. */
  readonly canonical: boolean
}

type Reader = {
  /** Lower-case hexadecimal digits without the prefix. */
  readonly digits: string
  /** Size in bytes. */
  readonly end: number
  readonly flaws: AbiFlaw[]
  /** Recorded by findFlaws only. */
  readonly reads: ByteRange[] | undefined
  budget: number
}

type ArrayType = Extract<AbiType, { kind: 'array' }>
type LeafType = Exclude<
  AbiType,
  { kind: 'array' | 'tuple' | 'bytes' | 'string' }
>

type Decoded = { value: AbiValue; size: number; range: ByteRange }

/**
 * Decodes what the contract ABI (Solidity's `abi.encode`) lays out from byte
 * `start` to the end of `digits`. Other layouts than the canonical one are not
 * refused, because contracts accept many of them; findFlaws lists where they
 * differ.
 */
export function decodeParameters(
  inputs: readonly AbiInput[],
  digits: string,
  start = 0,
): DecodedParameters {
  const reader = createReader(digits, undefined)
  const { decoded, size } = readSequence(reader, toAbiTypes(inputs), start)
  const parameters: DecodedParameter[] = []
  for (const [index, { value, range }] of decoded.entries()) {
    const { name = '', type = '', components } = inputs[index] ?? {}
    parameters.push({ name, type, components, value, range })
  }
  const canonical = reader.flaws.length === 0 && start + size === reader.end
  return { parameters, canonical }
}

/**
 * The bytes that make an encoding other than canonical: empty if and only if
 * it is. Reads once more, keeping account of every byte that is looked at.
 */
export function findFlaws(
  inputs: readonly AbiInput[],
  digits: string,
  start = 0,
): readonly AbiFlaw[] {
  const reads: ByteRange[] = []
  const reader = createReader(digits, reads)
  readSequence(reader, toAbiTypes(inputs), start)
  let position = start
  for (const read of reads.toSorted((a, b) => a.start - b.start)) {
    if (read.start > position)
      addFlaw(reader, 'unreadBytes', position, read.start)
    if (read.start < position)
      addFlaw(
        reader,
        'overlappingBytes',
        read.start,
        Math.min(read.end, position),
      )
    position = Math.max(position, read.end)
  }
  if (position < reader.end)
    addFlaw(reader, 'trailingBytes', position, reader.end)
  return reader.flaws.filter(({ range }) => range.end > range.start)
}

/** Sorted, without overlaps. */
export function mergeRanges(
  ranges: readonly ByteRange[],
): readonly ByteRange[] {
  const merged: ByteRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last === undefined || range.start > last.end) merged.push(range)
    else if (range.end > last.end)
      merged[merged.length - 1] = { start: last.start, end: range.end }
  }
  return merged
}

/**
 * The ordinary encoding reads every word once, so a multiple of that is room
 * for odd ones and still bounds values that point at each other's bytes.
 */
function createReader(digits: string, reads: ByteRange[] | undefined): Reader {
  const end = digits.length / 2
  return { digits, end, flaws: [], reads, budget: (end / 32) * 4 + 64 }
}

function readSequence(
  reader: Reader,
  types: readonly AbiType[],
  base: number,
): { decoded: Decoded[]; size: number } {
  const decoded: Decoded[] = []
  let head = base
  let size = types.reduce((sum, type) => sum + type.headSize, 0)
  for (const type of types) {
    const item = type.dynamic
      ? readTail(reader, type, { base, head, expected: size })
      : readValue(reader, type, head)
    if (type.dynamic) size += item.size
    decoded.push(item)
    head += type.headSize
  }
  return { decoded, size }
}

function readTail(
  reader: Reader,
  type: AbiType,
  { base, head, expected }: { base: number; head: number; expected: number },
): Decoded {
  const offset = readCount(reader, head)
  if (offset !== expected) addFlaw(reader, 'unexpectedOffset', head, head + 32)
  return readValue(reader, type, base + offset)
}

function readValue(reader: Reader, type: AbiType, position: number): Decoded {
  if (type.kind === 'bytes') return readBytes(reader, position)
  if (type.kind === 'string') return readText(reader, position)
  if (type.kind === 'array') return readArray(reader, type, position)
  if (type.kind === 'tuple')
    return toList(readSequence(reader, type.components, position), position)
  const word = readWord(reader, position)
  const range = { start: position, end: position + 32 }
  return { value: toLeaf(reader, type, word, position), size: 32, range }
}

function readArray(
  reader: Reader,
  { element, length }: ArrayType,
  position: number,
): Decoded {
  if (length !== undefined)
    return toList(readElements(reader, element, length, position), position)
  const count = readCount(reader, position)
  const elements = readElements(reader, element, count, position + 32)
  return toList({ ...elements, size: elements.size + 32 }, position)
}

function readElements(
  reader: Reader,
  element: AbiType,
  length: number,
  base: number,
) {
  // Checked before a list of that length is made.
  if (base + length * element.headSize > reader.end)
    throw new AbiTruncatedError({ end: reader.end })
  return readSequence(reader, new Array<AbiType>(length).fill(element), base)
}

function toList(
  { decoded, size }: { decoded: Decoded[]; size: number },
  position: number,
): Decoded {
  const value = decoded.map((item) => item.value)
  return { value, size, range: { start: position, end: position + size } }
}

const zeros = '0'.repeat(64)
const addressPadding = zeros.slice(0, 24)
const countPadding = zeros.slice(0, 56)

function toLeaf(
  reader: Reader,
  type: LeafType,
  word: string,
  position: number,
): AbiValue {
  if (type.kind === 'address') {
    if (!word.startsWith(addressPadding))
      addFlaw(reader, 'nonZeroPadding', position, position + 12)
    return checksumAddress(`0x${word.slice(24)}`)
  }
  if (type.kind === 'fixedBytes') {
    const split = type.size * 2
    if (word.slice(split) !== zeros.slice(split))
      addFlaw(reader, 'nonZeroPadding', position + type.size, position + 32)
    return `0x${word.slice(0, split)}`
  }
  if (type.kind === 'bool') {
    if (!word.startsWith(zeros.slice(1)) || (word[63] ?? '') > '1')
      addFlaw(reader, 'nonZeroPadding', position, position + 32)
    return word !== zeros
  }
  return toInteger(reader, type, word, position)
}

/** A contract of Solidity 0.4 to 0.7 ignores what lies above the width. */
function toInteger(
  reader: Reader,
  { kind, bits }: { kind: 'uint' | 'int'; bits: number },
  word: string,
  position: number,
): bigint {
  const full = BigInt(`0x${word}`)
  if (kind === 'uint' && bits === 256) return full
  const value =
    kind === 'uint' ? BigInt.asUintN(bits, full) : BigInt.asIntN(bits, full)
  if (BigInt.asUintN(256, value) !== full)
    addFlaw(reader, 'nonZeroPadding', position, position + 32 - bits / 8)
  return value
}

function readBytes(reader: Reader, position: number): Decoded {
  const length = readCount(reader, position)
  const start = position + 32
  const end = start + length
  const paddedEnd = start + Math.ceil(length / 32) * 32
  if (end > reader.end) throw new AbiTruncatedError({ end: reader.end })
  spend(reader, length / 32)
  checkPadding(reader, end, paddedEnd)
  reader.reads?.push({ start, end: Math.min(paddedEnd, reader.end) })
  const value = `0x${reader.digits.slice(start * 2, end * 2)}`
  return { value, size: paddedEnd - position, range: { start, end } }
}

function checkPadding(reader: Reader, start: number, end: number): void {
  if (end > reader.end) addFlaw(reader, 'missingPadding', end - 32, reader.end)
  const padding = reader.digits.slice(start * 2, end * 2)
  if (padding !== zeros.slice(0, padding.length))
    addFlaw(reader, 'nonZeroPadding', start, Math.min(end, reader.end))
}

function readText(reader: Reader, position: number): Decoded {
  const bytes = readBytes(reader, position)
  const { start, end } = bytes.range
  const content = hexToBytes(`0x${reader.digits.slice(start * 2, end * 2)}`)
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return { ...bytes, value: decoder.decode(content) }
  } catch {
    addFlaw(reader, 'invalidText', start, end)
    return { ...bytes, value: new TextDecoder().decode(content) }
  }
}

function readWord(reader: Reader, position: number): string {
  if (position + 32 > reader.end)
    throw new AbiTruncatedError({ end: reader.end })
  spend(reader, 1)
  reader.reads?.push({ start: position, end: position + 32 })
  return reader.digits.slice(position * 2, position * 2 + 64)
}

/** An offset or a length: whatever needs more than 32 bits points outside. */
function readCount(reader: Reader, position: number): number {
  const word = readWord(reader, position)
  if (!word.startsWith(countPadding))
    throw new AbiTruncatedError({ end: reader.end })
  return Number.parseInt(word.slice(56), 16)
}

function spend(reader: Reader, words: number): void {
  reader.budget -= words
  if (reader.budget < 0) throw new AbiOverlapError({ size: reader.end })
}

function addFlaw(
  reader: Reader,
  code: AbiFlaw['code'],
  start: number,
  end: number,
): void {
  reader.flaws.push({ code, range: { start, end } })
}

export class AbiTruncatedError extends BaseError {
  override name = 'AbiTruncatedError'

  constructor({ end }: { end: number }) {
    super(
      `The arguments point outside the ${writeCount(end, nouns.byte)} of data.`,
    )
  }
}

export class AbiOverlapError extends BaseError {
  override name = 'AbiOverlapError'

  constructor({ size }: { size: number }) {
    super(
      `The arguments use the same bytes repeatedly: they claim far more values than ${writeCount(size, nouns.byte)} can hold.`,
    )
  }
}
