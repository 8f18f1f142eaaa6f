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
    types.set(
      'EIP712Domain',
      domainFields.filter(({ name }) => data.domain[name] !== undefined),
    )
  const domain = hashStruct('EIP712Domain', data.domain, types)
  const start = new Uint8Array([0x19, 0x01])
  if (data.primaryType === 'EIP712Domain')
    return keccak256(concat(start, domain))
  const message = hashStruct(data.primaryType, data.message, types)
  return keccak256(concat(start, domain, message))
}

/** Readers of types call themselves for each type and each list of lists. */
function limitTypes(types: Types): void {
  if (types.size > mostTypes)
    throw new InputError('The typed data has too many types.')
  for (const [name, fields] of types) {
    if (!Array.isArray(fields) || !fields.every(isField))
      throw new InputError(`The type ${name} is not a list of fields.`)
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

function hashStruct(
  name: string,
  value: Record<string, unknown>,
  types: Types,
  depth = 0,
): Uint8Array {
  if (depth > 20) throw new InputError('The typed data is nested too deeply.')
  const fields = types.get(name)
  if (!fields) throw new InputError(`The type ${name} is missing.`)
  const words = fields.map((field) =>
    encode(field, Object.hasOwn(value, field.name) ? value[field.name] : null, {
      types,
      depth,
    }),
  )
  return keccak256(concat(hashType(name, types), ...words))
}

function encode(
  { name, type }: Field,
  value: unknown,
  context: { types: Types; depth: number },
): Uint8Array {
  const { types, depth } = context
  const list = /^(.+)\[(\d*)\]$/.exec(type)
  if (list) {
    if (!Array.isArray(value) || (list[2] && value.length !== Number(list[2])))
      throw new InputError(`${name} is not a list as its type says.`)
    const of = { name, type: list[1] as string }
    return keccak256(concat(...value.map((one) => encode(of, one, context))))
  }
  if (types.has(type)) {
    if (value === null || value === undefined) return new Uint8Array(32)
    return hashStruct(type, value as Record<string, unknown>, types, depth + 1)
  }
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
  if (type === 'bytes') return keccak256(toBytes(String(value), name))
  if (type === 'address') return addressWord(readAddress(String(value), name))
  const [, kind, digits] = /^(bytes|u?int)(\d*)$/.exec(type) ?? []
  const size = digits ? Number(digits) : 256
  if (kind === 'bytes' && size >= 1 && size <= 32)
    return encodeBytes(name, size, value)
  if (kind === 'bytes' || !kind || size % 8 || size < 8 || size > 256)
    throw new InputError(`The type ${type} of ${name} is unknown.`)
  const number = readInteger(name, value)
  const cut = kind === 'int' ? BigInt.asIntN : BigInt.asUintN
  if (cut(size, number) !== number)
    throw new InputError(`${name} is out of the range of ${type}.`)
  return toWord(number)
}

function encodeBytes(name: string, size: number, value: unknown): Uint8Array {
  const bytes = toBytes(String(value), name)
  if (bytes.length !== size)
    throw new InputError(`${name} has a different length than bytes${size}.`)
  return concat(bytes, new Uint8Array(32 - size))
}

function readInteger(name: string, value: unknown): bigint {
  const text = String(value)
  return text.startsWith('-')
    ? -readNumber(text.slice(1), name)
    : readNumber(value, name)
}

function hashType(name: string, types: Types): Uint8Array {
  const found = new Set<string>()
  collect(name, types, found)
  found.delete(name)
  const text = [name, ...[...found].sort()]
    .map((one) => {
      const fields = types.get(one) ?? []
      return `${one}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`
    })
    .join('')
  return keccak256(fromText(text))
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
