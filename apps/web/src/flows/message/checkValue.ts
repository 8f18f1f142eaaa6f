import { isAddress } from 'viem'
import { toForeignText } from '../../lib/foreignText.js'
import { formatCount } from '../../lib/formatCount.js'
import { deepestField } from '../../understand/decode/typedFields.js'
import { type Field, findTypeOf } from './checkTypes.js'

type Place = {
  type: string
  value: unknown
  /** Where it stands, as one writes it in code. */
  path: string
  depth?: number
}

/** What is wrong with a value of a type, the first thing. */
export function checkValue(types: unknown, place: Place): string | undefined {
  const { type, value, path, depth = 0 } = place
  if (depth > deepestField)
    return `${path} is nested more than ${deepestField} levels deep, which can’t be reviewed.`
  const list = /^(.*)\[(\d*)\]$/.exec(type)
  if (list)
    return checkList(types, place, {
      element: list[1] ?? '',
      size: list[2] ?? '',
    })
  const fields = findTypeOf(types, type)
  if (fields) return checkStruct(types, place, fields)
  const wanted = describeMismatch(type, value)
  if (!wanted) return undefined
  const found = value === undefined ? 'is missing' : `is ${show(value)}`
  return `${path} ${found}, but its type ${type} needs ${wanted}.`
}

function checkList(
  types: unknown,
  { type, value, path, depth = 0 }: Place,
  { element, size }: { element: string; size: string },
): string | undefined {
  if (!Array.isArray(value))
    return `${path} is ${show(value)}, but its type ${type} needs a list.`
  if (size !== '' && value.length !== Number(size))
    return `${path} has ${formatCount(value.length, 'element')}, but its type ${type} needs ${size}.`
  for (const [index, item] of value.entries()) {
    const mistake = checkValue(types, {
      type: element,
      value: item,
      path: `${path}[${index}]`,
      depth: depth + 1,
    })
    if (mistake) return mistake
  }
  return undefined
}

function checkStruct(
  types: unknown,
  { type, value, path, depth = 0 }: Place,
  fields: readonly Field[],
): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `${path} is ${show(value)}, but its type ${type} needs an object.`
  const declared = new Set(fields.map(({ name }) => name))
  const extra = Object.keys(value).find((key) => !declared.has(key))
  if (extra !== undefined)
    return `${path}.${toForeignText(extra)} would not be signed because the type ${type} doesn’t declare it. Remove it, or declare it.`
  for (const { name, type: fieldType } of fields) {
    const mistake = checkValue(types, {
      type: fieldType,
      value: Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined,
      path: `${path}.${name}`,
      depth: depth + 1,
    })
    if (mistake) return mistake
  }
  return undefined
}

/** What the type would have; undefined: the value is one. */
function describeMismatch(type: string, value: unknown): string | undefined {
  if (type === 'string')
    return typeof value === 'string' ? undefined : 'text in quotes'
  if (type === 'bool')
    return typeof value === 'boolean' ? undefined : 'true or false'
  if (type === 'address') return describeAddress(value)
  if (type.startsWith('bytes')) return describeBytes(type, value)
  return describeInteger(type, value)
}

function describeAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value))
    return 'an address, 0x and 40 digits'
  return isAddress(value)
    ? undefined
    : 'an address with a valid checksum, or in lower case'
}

function describeBytes(type: string, value: unknown): string | undefined {
  const size = type.slice('bytes'.length)
  const digits = typeof value === 'string' && /^0x([0-9a-fA-F]*)$/.exec(value)
  const length = digits ? (digits[1]?.length ?? 0) : -1
  if (size === '')
    return length >= 0 && length % 2 === 0
      ? undefined
      : '0x and an even number of hexadecimal digits'
  return length === 2 * Number(size)
    ? undefined
    : `0x and ${2 * Number(size)} hexadecimal digits`
}

function describeInteger(type: string, value: unknown): string | undefined {
  // JSON has rounded it already: what was meant is not known any more.
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    return 'a whole number, in quotes where it has more than 15 digits'
  const number = toInteger(value)
  if (number === undefined) return 'a whole number'
  const isSigned = type.startsWith('int')
  const bits = BigInt(type.replace(/^u?int/, ''))
  const least = isSigned ? -(2n ** (bits - 1n)) : 0n
  const most = isSigned ? 2n ** (bits - 1n) - 1n : 2n ** bits - 1n
  if (number >= least && number <= most) return undefined
  return isSigned
    ? `a signed number of at most ${bits} bits`
    : `a number of at most ${bits} bits, 0 or more`
}

function toInteger(value: unknown): bigint | undefined {
  if (typeof value === 'number') return BigInt(value)
  if (typeof value !== 'string') return undefined
  return /^(-?\d{1,80}|0x[0-9a-fA-F]{1,64})$/.test(value)
    ? BigInt(value)
    : undefined
}

/** A value in an error, shortened. */
function show(value: unknown): string {
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = typeof value === 'string' ? `“${value}”` : String(value)
  return toForeignText(text, 60)
}
