import { type Hex, stringToHex } from 'viem'
import { BaseError } from '../errors.js'
import { writeCount } from '../language.js'
import { addressWord, assertBytes, uintWord } from '../word.js'
import { type AbiInput, type AbiType, toAbiTypes } from './abiType.js'
import type { AbiValue } from './decodeParameters.js'

/** Solidity's `abi.encode` as hexadecimal digits without the prefix. */
export function encodeParameters(
  inputs: readonly AbiInput[],
  values: readonly AbiValue[],
): string {
  return encodeSequence(toAbiTypes(inputs), values)
}

function encodeSequence(
  types: readonly AbiType[],
  values: readonly AbiValue[],
): string {
  if (values.length !== types.length)
    throw new AbiValueCountError({ wanted: types.length, got: values.length })
  const heads: string[] = []
  const tails: string[] = []
  let size = types.reduce((sum, type) => sum + type.headSize, 0)
  for (const [index, type] of types.entries()) {
    const encoded = encodeValue(type, values[index])
    heads.push(type.dynamic ? uintWord(BigInt(size)) : encoded)
    if (!type.dynamic) continue
    tails.push(encoded)
    size += encoded.length / 2
  }
  return heads.join('') + tails.join('')
}

function encodeValue(type: AbiType, value: unknown): string {
  if (type.kind === 'array') return encodeArray(type, toList(value))
  if (type.kind === 'tuple')
    return encodeSequence(type.components, toList(value))
  if (type.kind === 'bool') return uintWord(toBoolean(value) ? 1n : 0n)
  if (type.kind === 'uint' || type.kind === 'int')
    return encodeInteger(type, value)
  const text = toText(value)
  if (type.kind === 'string') return encodeText(text)
  if (type.kind === 'address') return addressWord(text as Hex)
  if (type.kind === 'bytes') return encodeBytes(text as Hex)
  return encodeFixedBytes(text as Hex, type.size)
}

function encodeArray(
  { element, length }: Extract<AbiType, { kind: 'array' }>,
  values: readonly AbiValue[],
): string {
  if (length !== undefined && length !== values.length)
    throw new AbiValueCountError({ wanted: length, got: values.length })
  const types = new Array<AbiType>(values.length).fill(element)
  const elements = encodeSequence(types, values)
  if (length !== undefined) return elements
  return uintWord(BigInt(values.length)) + elements
}

function encodeInteger(
  { kind, bits }: { kind: 'uint' | 'int'; bits: number },
  value: unknown,
): string {
  const type = `${kind}${bits}`
  if (typeof value !== 'bigint') throw new AbiValueError({ type })
  const fitted =
    kind === 'uint' ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value)
  if (fitted !== value) throw new AbiValueError({ type })
  return uintWord(BigInt.asUintN(256, value))
}

function encodeText(text: string): string {
  // Half of a surrogate pair has no UTF-8 and would be replaced silently.
  if (/\p{Surrogate}/u.test(text)) throw new AbiValueError({ type: 'string' })
  return encodeBytes(stringToHex(text))
}

function encodeBytes(bytes: Hex): string {
  assertBytes(bytes)
  const digits = bytes.slice(2).toLowerCase()
  const padded = digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
  return uintWord(BigInt(digits.length / 2)) + padded
}

function encodeFixedBytes(bytes: Hex, size: number): string {
  assertBytes(bytes)
  if (bytes.length !== 2 + size * 2)
    throw new AbiValueError({ type: `bytes${size}` })
  return bytes.slice(2).toLowerCase().padEnd(64, '0')
}

function toList(value: unknown): readonly AbiValue[] {
  if (!Array.isArray(value)) throw new AbiValueError({ type: 'list' })
  return value
}

function toBoolean(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new AbiValueError({ type: 'bool' })
  return value
}

function toText(value: unknown): string {
  if (typeof value !== 'string') throw new AbiValueError({ type: 'text' })
  return value
}

export class AbiValueError extends BaseError {
  override name = 'AbiValueError'

  constructor({ type }: { type: string }) {
    super(`The value is not a valid ${type}.`)
  }
}

export class AbiValueCountError extends BaseError {
  override name = 'AbiValueCountError'

  constructor({ wanted, got }: { wanted: number; got: number }) {
    super(
      `The method needs ${writeCount(wanted, values)}, but ${got} were given.`,
    )
  }
}

const values = { one: 'value', other: 'values' } as const
