import {
  addressWord,
  concat,
  fromText,
  InputError,
  toBytes,
  toHex,
  toNumber,
  toWord,
  writeAddress,
} from './bytes.js'

/** A type as it is written in a signature: `address`, `(uint256,bytes)[]`. */
export type Type =
  | { kind: 'value'; name: string; bits: number }
  | { kind: 'bytes'; isText: boolean }
  | { kind: 'list'; of: Type; length: number | undefined }
  | { kind: 'tuple'; parts: readonly Type[] }

export type Value = string | bigint | boolean | readonly Value[]

/** More than that is not read: a list can claim any length. */
const mostValues = 5_000

export function readSignature(signature: string): {
  name: string
  types: readonly Type[]
} {
  const open = signature.indexOf('(')
  const type = readType(signature.slice(open))
  if (type.kind !== 'tuple') throw new InputError(`Not a method: ${signature}.`)
  return { name: signature.slice(0, open), types: type.parts }
}

function readType(text: string): Type {
  const list = /^(.+)\[(\d*)\]$/.exec(text)
  if (list)
    return {
      kind: 'list',
      of: readType(list[1] as string),
      length: list[2] ? Number(list[2]) : undefined,
    }
  if (text.startsWith('('))
    return { kind: 'tuple', parts: split(text.slice(1, -1)).map(readType) }
  if (text === 'bytes' || text === 'string')
    return { kind: 'bytes', isText: text === 'string' }
  const value = /^(u?int|bytes|address|bool)(\d*)$/.exec(text)
  if (!value) throw new InputError(`Unknown type: ${text}.`)
  return {
    kind: 'value',
    name: value[1] as string,
    bits: Number(value[2] || 256),
  }
}

/** At the commas that are in no bracket. */
function split(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const character of text) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += character
  }
  return part === '' ? parts : [...parts, part]
}

/** Undefined where the bytes are not what the types say. */
export function readArguments(
  types: readonly Type[],
  data: Uint8Array,
): readonly Value[] | undefined {
  try {
    const budget = { left: mostValues, bytes: data.length }
    return readParts(types, { data, base: 0 }, budget)
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}

type Place = { data: Uint8Array; base: number }
/** Places may overlap: what is read in all must not exceed what there is. */
type Budget = { left: number; bytes: number }

function readParts(
  types: readonly Type[],
  { data, base }: Place,
  budget: Budget,
): Value[] {
  let head = base
  return types.map((type) => {
    const place = isDynamic(type)
      ? { data, base: base + readLength(data, head) }
      : { data, base: head }
    head += headSize(type)
    return readValue(type, place, budget)
  })
}

function readValue(type: Type, place: Place, budget: Budget): Value {
  if (budget.left-- <= 0) throw new InputError('Too many values.')
  const { data, base } = place
  switch (type.kind) {
    case 'tuple':
      return readParts(type.parts, place, budget)
    case 'bytes': {
      const length = readLength(data, base)
      budget.bytes -= length
      if (budget.bytes < 0) throw new InputError('Too many bytes.')
      const bytes = take(data, base + 32, length)
      return type.isText ? new TextDecoder().decode(bytes) : toHex(bytes)
    }
    case 'list': {
      const length = type.length ?? readLength(data, base)
      if (length > mostValues) throw new InputError('Too many values.')
      const start = type.length === undefined ? base + 32 : base
      const parts = Array.from({ length }, () => type.of)
      return readParts(parts, { data, base: start }, budget)
    }
    case 'value':
      return readWord(type, take(data, base, 32))
  }
}

/** What contracts would refuse or cut off is not read here either. */
function readWord(
  { name, bits }: Extract<Type, { kind: 'value' }>,
  word: Uint8Array,
): Value {
  const value = toNumber(word)
  if (name === 'address') {
    if (value >> 160n) throw new InputError('Not an address.')
    return writeAddress(toHex(word.slice(12)))
  }
  if (name === 'bool') {
    if (value > 1n) throw new InputError('Not a boolean.')
    return value === 1n
  }
  if (name === 'bytes') {
    if (word.slice(bits).some((byte) => byte !== 0))
      throw new InputError('More bytes than the type has.')
    return toHex(word.slice(0, bits))
  }
  const signed = BigInt.asIntN(256, value)
  const read = name === 'int' ? signed : value
  const cut =
    name === 'int' ? BigInt.asIntN(bits, read) : BigInt.asUintN(bits, read)
  if (cut !== read) throw new InputError('More bits than the type has.')
  return read
}

/** The bytes that encoders make of the values, to be compared with others. */
export function writeArguments(
  types: readonly Type[],
  values: readonly Value[],
): Uint8Array {
  const tails: Uint8Array[] = []
  let end = types.reduce((sum, type) => sum + headSize(type), 0)
  const heads = types.map((type, at) => {
    const bytes = writeValue(type, values[at] ?? '')
    if (!isDynamic(type)) return bytes
    const start = toWord(BigInt(end))
    end += bytes.length
    tails.push(bytes)
    return start
  })
  return concat(...heads, ...tails)
}

function writeValue(type: Type, value: Value): Uint8Array {
  switch (type.kind) {
    case 'tuple':
      return writeArguments(type.parts, [value].flat())
    case 'list': {
      const list = [value].flat()
      const parts = writeArguments(
        list.map(() => type.of),
        list,
      )
      return type.length === undefined
        ? concat(toWord(BigInt(list.length)), parts)
        : parts
    }
    case 'bytes':
      return writeBytes(
        type.isText ? fromText(String(value)) : toBytes(String(value)),
      )
    case 'value':
      if (type.name === 'address') return addressWord(String(value))
      if (type.name === 'bytes') return padEnd(toBytes(String(value)))
      return toWord(typeof value === 'object' ? 0n : BigInt(value))
  }
}

/** The length, then the bytes, filled up to whole words. */
export function writeBytes(bytes: Uint8Array): Uint8Array {
  return concat(toWord(BigInt(bytes.length)), padEnd(bytes))
}

function padEnd(bytes: Uint8Array): Uint8Array {
  return concat(bytes, new Uint8Array((32 - (bytes.length % 32)) % 32))
}

function isDynamic(type: Type): boolean {
  if (type.kind === 'bytes') return true
  if (type.kind === 'list')
    return type.length === undefined || isDynamic(type.of)
  return type.kind === 'tuple' && type.parts.some(isDynamic)
}

function headSize(type: Type): number {
  if (isDynamic(type)) return 32
  if (type.kind === 'list') return (type.length ?? 0) * headSize(type.of)
  if (type.kind === 'tuple')
    return type.parts.reduce((sum, part) => sum + headSize(part), 0)
  return 32
}

function readLength(data: Uint8Array, at: number): number {
  const value = toNumber(take(data, at, 32))
  if (value > BigInt(data.length)) throw new InputError('Out of the data.')
  return Number(value)
}

function take(data: Uint8Array, at: number, length: number): Uint8Array {
  if (at + length > data.length) throw new InputError('Out of the data.')
  return data.subarray(at, at + length)
}
