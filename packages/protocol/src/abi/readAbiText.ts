import { checksumAddress, type Hex } from 'viem'
import { nouns, writeCount } from '../language.js'
import { getChecksumState } from '../prefixedAddress.js'
import { isBytes } from '../word.js'
import type { AbiField } from './abiField.js'
import type { AbiValue } from './decodeParameters.js'
import {
  ListTextError,
  parseListText,
  type WrittenValue,
} from './parseListText.js'

/**
 * What somebody typed for a parameter. Arrays and tuples are lists of what was
 * typed for their parts, or one text such as `[1, 2]`.
 */
export type AbiText = string | readonly AbiText[]

export type AbiMistake = {
  /** [] is the parameter itself, [0, 2] the third part of its first. */
  readonly path: readonly number[]
  readonly message: string
}

export type AbiReading =
  | { readonly value: AbiValue; readonly mistakes: readonly [] }
  | { readonly value: undefined; readonly mistakes: readonly AbiMistake[] }

/** Reads what was typed, or says of every part what is wrong with it. */
export function readAbiText(field: AbiField, text: AbiText): AbiReading {
  return readWritten(field, text)
}

function readWritten(field: AbiField, text: WrittenValue): AbiReading {
  if (field.kind === 'array' || field.kind === 'tuple')
    return readParts(field, text)
  if (typeof text !== 'string') return refuse('Enter one value.')
  switch (field.kind) {
    case 'uint':
    case 'int':
      return readInteger(field, text)
    case 'bool':
      return readBool(text)
    case 'address':
      return readAddress(text)
    case 'string':
      return readString(text)
    case 'bytes':
      return readBytes(text, undefined)
    case 'fixedBytes':
      return readBytes(text, field.size)
  }
}

/** What a form begins with. A long array begins as text. */
export function createAbiText(field: AbiField): AbiText {
  if (field.kind === 'tuple') return field.components.map(createAbiText)
  if (field.kind !== 'array') return ''
  const { length = 0, element } = field
  if (length > longestOpen) return ''
  return Array.from({ length }, () => createAbiText(element))
}

/** More elements than this are written as one text. */
const longestOpen = 32

type Parts = Extract<AbiField, { kind: 'array' | 'tuple' }>

function readParts(field: Parts, written: WrittenValue): AbiReading {
  const items = listItems(field, written)
  if (typeof items === 'string') return refuse(items)
  const count = field.kind === 'array' ? field.length : field.components.length
  if (count !== undefined && count !== items.length)
    return refuse(
      `${field.type} has ${writeCount(count, valueNoun)}. The entry has ${items.length}.`,
    )
  const values: AbiValue[] = []
  const mistakes: AbiMistake[] = []
  for (const [index, item] of items.entries()) {
    const part =
      field.kind === 'array' ? field.element : field.components[index]
    if (!part) continue
    const { value, mistakes: found } = readWritten(part, item)
    if (value !== undefined) values.push(value)
    for (const { path, message } of found)
      mistakes.push({ path: [index, ...path], message })
  }
  if (mistakes.length > 0) return { value: undefined, mistakes }
  return { value: values, mistakes: [] }
}

/** The parts in their order, or what is wrong with the whole. */
function listItems(
  field: Parts,
  written: WrittenValue,
): readonly WrittenValue[] | string {
  const parsed = typeof written === 'string' ? tryParse(written) : written
  if (parsed instanceof ListTextError) return parsed.message
  if (typeof parsed === 'string' || parsed === undefined)
    return `Write the values of ${field.type} in brackets, as in [1, 2].`
  if (!(parsed instanceof Map)) return [...parsed.values()]
  if (field.kind === 'array')
    return `${field.type} has no names: write its values in square brackets.`
  const named = field.components.map(({ name }) => parsed.get(name))
  if (named.includes(undefined) || parsed.size !== named.length)
    return `The names in the braces are not those of ${field.type}.`
  return named.flatMap((value) => (value === undefined ? [] : [value]))
}

function tryParse(text: string): WrittenValue | ListTextError | undefined {
  if (text.trim() === '') return undefined
  try {
    return parseListText(text)
  } catch (error) {
    if (error instanceof ListTextError) return error
    throw error
  }
}

const units = { wei: 0, gwei: 9, ether: 18 } as const

/** 123, -5, 0x7b, 1e18, 1.5 ether, 30 gwei. */
const number =
  /^(-?)([0-9]*)(?:\.([0-9]*))?(?:e\+?([0-9]{1,2}))?(?:\s*(wei|gwei|ether))?$/i

function readInteger(
  field: Extract<AbiField, { kind: 'uint' | 'int' }>,
  text: string,
): AbiReading {
  const trimmed = text.trim()
  if (trimmed === '') return refuse('Enter a whole number.')
  const value = toInteger(trimmed)
  if (typeof value === 'string') return refuse(value)
  const { kind, type } = field
  const bits = BigInt(field.bits)
  const least = kind === 'uint' ? 0n : -(2n ** (bits - 1n))
  const most = (kind === 'uint' ? 2n ** bits : 2n ** (bits - 1n)) - 1n
  if (kind === 'uint' && value < 0n)
    return refuse(`${type} cannot be negative.`)
  if (value < least) return refuse(`${type} is at least ${least}.`)
  if (value > most) return refuse(`${type} is at most ${most}.`)
  return accept(value)
}

function toInteger(text: string): bigint | string {
  if (/^0x[0-9a-f]{1,64}$/i.test(text)) return BigInt(text)
  if (/^-?[0-9]{1,3}([,_'’ ][0-9]{3})+$/.test(text))
    return 'Write the number without separators, as in 1000000.'
  const [, sign, integer = '', fraction = '', exponent = '0', unit = 'wei'] =
    number.exec(text) ?? []
  if (sign === undefined || integer + fraction === '' || text.length > 120)
    return `“${text.slice(0, 40)}” is not a whole number.`
  const places = Number(exponent) + findUnit(unit)
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > places)
    return 'This number has a fraction. Write it in smallest units, or add a unit, as in 1.5 ether.'
  const value = BigInt(integer + significant.padEnd(places, '0'))
  return sign === '-' ? -value : value
}

function findUnit(unit: string): number {
  const lower = unit.toLowerCase()
  return lower === 'ether' || lower === 'gwei' ? units[lower] : 0
}

function readBool(text: string): AbiReading {
  const lower = text.trim().toLowerCase()
  if (lower === 'true' || lower === 'false') return accept(lower === 'true')
  return refuse(
    lower === ''
      ? 'Choose true or false.'
      : `“${text.trim().slice(0, 40)}” is neither true nor false.`,
  )
}

function readAddress(text: string): AbiReading {
  const trimmed = text.trim()
  if (trimmed === '') return refuse('Enter an address.')
  if (!/^0x[0-9a-fA-F]*$/.test(trimmed))
    return refuse(
      'An address starts with 0x and has 40 digits, 0 to 9 and a to f.',
    )
  if (trimmed.length !== 42)
    return refuse(
      `An address has 40 digits after 0x, but this one has ${trimmed.length - 2}.`,
    )
  const address = trimmed as Hex
  if (getChecksumState(address) === 'wrong')
    return refuse(
      'The capital letters of this address do not match its digits: one character is wrong.',
    )
  return accept(checksumAddress(address))
}

function readString(text: string): AbiReading {
  return /\p{Surrogate}/u.test(text)
    ? refuse('The text ends in the middle of a character.')
    : accept(text)
}

function readBytes(text: string, size: number | undefined): AbiReading {
  const trimmed = text.trim()
  if (!/^0x/i.test(trimmed))
    return refuse(
      trimmed === ''
        ? `Enter bytes${size === undefined ? ', or 0x for none' : ''}.`
        : 'Bytes start with 0x.',
    )
  const digits = trimmed.slice(2)
  const odd = /[^0-9a-f]/i.exec(digits)?.[0]
  if (odd !== undefined)
    return refuse(`“${odd}” is not a hexadecimal digit. Use 0 to 9 and a to f.`)
  if (digits.length % 2 === 1)
    return refuse(
      `A byte has two digits, and there are ${digits.length} here: one is missing.`,
    )
  if (size !== undefined && digits.length !== size * 2)
    return refuse(
      `Enter ${writeCount(size, nouns.byte)}. The entry has ${digits.length / 2}.`,
    )
  const bytes = `0x${digits.toLowerCase()}`
  return isBytes(bytes) ? accept(bytes) : refuse('This is not a list of bytes.')
}

function accept(value: AbiValue): AbiReading {
  return { value, mistakes: [] }
}

function refuse(message: string): AbiReading {
  return { value: undefined, mistakes: [{ path: [], message }] }
}

const valueNoun = { one: 'value', other: 'values' } as const
