import {
  addressWord,
  concat,
  fromText,
  InputError,
  readAddress,
  readNumber,
  toBytes,
  toWord,
} from './bytes.js'
import { keccak256 } from './keccak.js'

type Field = { name: string; type: string }
export type TypedData = {
  types: Record<string, readonly Field[]>
  primaryType: string
  domain: Record<string, unknown>
  message: Record<string, unknown>
}

const mostTypes = 200
const longestType = 200
const deepest = 100
/** Hashes of types, values and lists; more would stop the page for long. */
const mostHashes = 20_000
const mostValues = 100_000

const domainFields: readonly Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** What a wallet would sign of typed data (EIP-712). */
export function hashTypedData(data: TypedData): Uint8Array {
  const types = new Map(Object.entries(data.types))
  limitTypes(types)
  if (!types.has('EIP712Domain'))
    types.set('EIP712Domain', listGiven(data.domain))
  const work = { types, typeHashes: new Map(), hashes: 0, values: 0 }
  const domain = hashStruct('EIP712Domain', data.domain, work)
  const start = new Uint8Array([0x19, 0x01])
  if (data.primaryType === 'EIP712Domain')
    return keccak256(concat(start, domain))
  const message = hashStruct(data.primaryType, data.message, work)
  return keccak256(concat(start, domain, message))
}

/** Without a type of its own, a domain is hashed as what it has. */
function listGiven(domain: Record<string, unknown>): readonly Field[] {
  const given = Object.keys(domain).filter(
    (key) => domain[key] !== undefined && domain[key] !== null,
  )
  const strange = given.find(
    (key) => !domainFields.some(({ name }) => name === key),
  )
  if (strange !== undefined)
    throw new InputError(`The domain has the unknown field ${strange}.`)
  return domainFields.filter(({ name }) => given.includes(name))
}

/** Readers of types call themselves for each type and each list of lists. */
function limitTypes(types: Types): void {
  if (types.size > mostTypes)
    throw new InputError('The typed data has too many types.')
  for (const [name, fields] of types) {
    if (!Array.isArray(fields) || !fields.every(isField))
      throw new InputError(`The type ${name} is not a list of fields.`)
    const names = fields.map((field) => field.name)
    // What separates names in the text of a type could make two read as one.
    if (![name, ...names].every((one) => /^[^\s()[\],]+$/.test(one)))
      throw new InputError(`The type ${name} has or is an invalid name.`)
    if (/^(address|bool|string|bytes\d*|u?int\d*)$/.test(name))
      throw new InputError(`The type ${name} has the name of another type.`)
    if (new Set(names).size < names.length)
      throw new InputError(`The type ${name} has two fields of the same name.`)
    if (!fields.every(({ type }) => type.length <= longestType))
      throw new InputError('A type of the typed data is nested too deeply.')
  }
}

function isField(field: unknown): boolean {
  const { name, type } = Object(field)
  return typeof name === 'string' && typeof type === 'string'
}

/** What a wallet would sign of a text (EIP-191). */
export function hashText(text: string): Uint8Array {
  const bytes = fromText(text)
  const head = fromText(`\u0019Ethereum Signed Message:\n${bytes.length}`)
  return keccak256(concat(head, bytes))
}

type Types = ReadonlyMap<string, readonly Field[]>

type Work = {
  types: Types
  typeHashes: Map<string, Uint8Array>
  hashes: number
  values: number
}

function hash(work: Work, bytes: Uint8Array): Uint8Array {
  work.hashes++
  limitWork(work)
  return keccak256(bytes)
}

function limitWork({ hashes, values }: Work): void {
  if (hashes > mostHashes || values > mostValues)
    throw new InputError('The typed data has too many values.')
}

function hashStruct(
  name: string,
  value: unknown,
  work: Work,
  depth = 0,
): Uint8Array {
  if (depth > deepest)
    throw new InputError('The typed data is nested too deeply.')
  const fields = work.types.get(name)
  if (!fields) throw new InputError(`The type ${name} is missing.`)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InputError(`A value of the type ${name} is not an object.`)
  const given = new Map<string, unknown>(Object.entries(value))
  const words = fields.map((field) =>
    encode(field, given.get(field.name), { work, depth }),
  )
  return hash(work, concat(hashType(name, work), ...words))
}

function encode(
  { name, type }: Field,
  value: unknown,
  context: { work: Work; depth: number },
): Uint8Array {
  const { work, depth } = context
  work.values++
  limitWork(work)
  const list = /^(.+)\[(\d*)\]$/.exec(type)
  if (list) {
    if (!Array.isArray(value) || (list[2] && value.length !== Number(list[2])))
      throw new InputError(`${name} is not a list as its type says.`)
    const of = { name, type: list[1] as string }
    const words = value.map((one) => encode(of, one, context))
    return hash(work, concat(...words))
  }
  if (work.types.has(type)) return hashStruct(type, value, work, depth + 1)
  // The hash of a text, or the one in a checksum.
  if (/^(string|bytes|address)$/.test(type)) work.hashes++
  return encodeValue(name, type, value)
}

/** Strict: what wallets read differently is not guessed. */
function encodeValue(name: string, type: string, value: unknown): Uint8Array {
  if (value === null || value === undefined)
    throw new InputError(`The typed data has no value for ${name}.`)
  if (type === 'string') {
    if (typeof value === 'string') return keccak256(fromText(value))
    throw new InputError(`${name} is not a text.`)
  }
  if (type === 'bool') {
    if (typeof value === 'boolean') return toWord(value ? 1n : 0n)
    throw new InputError(`${name} is neither true nor false.`)
  }
  if (type === 'bytes') return keccak256(toBytes(readText(name, value), name))
  if (type === 'address') {
    const text = readText(name, value)
    // A network in front of it is for people, not for typed data.
    if (text.includes(':')) throw new InputError(`${name} is not an address.`)
    return addressWord(readAddress(text, name))
  }
  const [, kind, digits] = /^(bytes|u?int)([1-9]\d*)$/.exec(type) ?? []
  const size = Number(digits)
  if (kind === 'bytes' && size <= 32) return encodeBytes(name, size, value)
  if (kind === 'bytes' || !kind || size % 8 || size < 8 || size > 256)
    throw new InputError(`The type ${type} of ${name} is unknown.`)
  const number = readInteger(name, value)
  const cut = kind === 'int' ? BigInt.asIntN : BigInt.asUintN
  if (cut(size, number) !== number)
    throw new InputError(`${name} is out of the range of ${type}.`)
  return toWord(number)
}

function encodeBytes(name: string, size: number, value: unknown): Uint8Array {
  const bytes = toBytes(readText(name, value), name)
  if (bytes.length !== size)
    throw new InputError(`${name} has a different length than bytes${size}.`)
  return concat(bytes, new Uint8Array(32 - size))
}

function readText(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw new InputError(`${name} is not written as a text.`)
}

function readInteger(name: string, value: unknown): bigint {
  if (typeof value === 'number' && value < 0) return -readNumber(-value, name)
  if (typeof value === 'bigint' && value < 0n) return -readNumber(-value, name)
  const [, digits] = /^-(\d+)$/.exec(String(value)) ?? []
  return digits !== undefined && typeof value === 'string'
    ? -readNumber(digits, name)
    : readNumber(value, name)
}

/** Once for all values of a type: a text may be long, and values many. */
function hashType(name: string, work: Work): Uint8Array {
  const known = work.typeHashes.get(name)
  if (known) return known
  const text = writeType(name, work.types)
  work.hashes += Math.floor(text.length / 500)
  const hashed = hash(work, fromText(text))
  work.typeHashes.set(name, hashed)
  return hashed
}

function writeType(name: string, types: Types): string {
  const found = new Set<string>()
  collect(name, types, found)
  found.delete(name)
  return [name, ...[...found].sort()]
    .map((one) => {
      const fields = types.get(one) ?? []
      return `${one}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`
    })
    .join('')
}

function collect(name: string, types: Types, found: Set<string>): void {
  if (found.has(name) || !types.has(name)) return
  found.add(name)
  for (const { type } of types.get(name) ?? [])
    collect(findBase(type), types, found)
}

/** What a list, or a list of lists, is of. */
export function findBase(type: string): string {
  let base = type
  for (;;) {
    const open = base.endsWith(']') ? base.lastIndexOf('[') : -1
    if (open < 0 || !/^\d*$/.test(base.slice(open + 1, -1))) return base
    base = base.slice(0, open)
  }
}
