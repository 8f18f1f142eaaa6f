import { type Hex, isAddress, keccak256, stringToHex } from 'viem'
import { BaseError } from './errors.js'
import { addressWord, isBytes } from './word.js'

/** EIP-712 typed data as JSON has it, where large numbers are texts. */
export type TypedDataContent = {
  domain: Record<string, unknown>
  types: Record<string, readonly TypedDataField[]>
  primaryType: string
  message: Record<string, unknown>
}

export type TypedDataField = { name: string; type: string }

const domainFields: readonly TypedDataField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/**
 * The fields of the domain that are hashed: what `EIP712Domain` declares or,
 * where it is not declared, each that is given, as ethers reads it. viem leaves
 * out a chain id that is no number.
 */
export function listDomainFields({
  domain,
  types,
}: Pick<TypedDataContent, 'domain' | 'types'>): readonly TypedDataField[] {
  if (Object.hasOwn(types, 'EIP712Domain')) return types.EIP712Domain ?? []
  return domainFields.filter(({ name }) => isGiven(domain, name))
}

function isGiven(domain: TypedDataContent['domain'], name: string): boolean {
  return Object.hasOwn(domain, name) && (domain[name] ?? null) !== null
}

/**
 * `encode(domainSeparator, message)` of EIP-712, hashed. Strict: what could be
 * read in two ways has no hash, so that what is shown is what is signed.
 */
export function hashTypedData(content: TypedDataContent): Hex {
  const { domain, message, primaryType } = content
  const fields = listDomainFields(content)
  if (!Object.hasOwn(content.types, 'EIP712Domain'))
    for (const key of Object.keys(domain))
      if (isGiven(domain, key) && !fields.some(({ name }) => name === key))
        throw new InvalidTypedDataError({
          reason: 'The domain has a field that EIP-712 does not define.',
        })
  const types = new Map(Object.entries(content.types))
  types.set('EIP712Domain', fields)
  const { hashStruct } = createHasher(types)
  const head = `0x1901${hashStruct('EIP712Domain', domain)}` as const
  if (primaryType === 'EIP712Domain') return keccak256(head)
  return keccak256(`${head}${hashStruct(primaryType, message)}`)
}

type Types = ReadonlyMap<string, readonly TypedDataField[]>

/** About 100 ms. A bulk order of 1,000 is less; a small link can hold more. */
const mostWork = 200_000

/** What each costs, in the time that a plain value takes. */
const costs = { hash: 10, value: 1, character: 0.02 }

const deepest = 100

function createHasher(types: Types) {
  let left = mostWork
  const typeHashes = new Map<string, string>()

  const spend = (work: number) => {
    left -= work
    if (left < 0) throw new LargeTypedDataError()
  }

  const hash = (bytes: Hex): string => {
    spend(costs.hash + bytes.length * costs.character)
    return keccak256(bytes).slice(2)
  }

  /** Once for all values of a type: a text may be long, and values many. */
  const hashType = (name: string): string => {
    const known = typeHashes.get(name)
    if (known !== undefined) return known
    const hashed = hash(stringToHex(encodeType(types, name, spend)))
    typeHashes.set(name, hashed)
    return hashed
  }

  const hashStruct = (type: string, value: unknown, depth = 0): string => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new InvalidTypedDataError({
        reason: 'A value is not an object, but its type is a struct.',
      })
    const given = new Map(Object.entries(value))
    const words = (types.get(type) ?? []).map((field) => {
      if (!given.has(field.name))
        throw new InvalidTypedDataError({
          reason: 'A field that the types declare has no value.',
        })
      return encode(field.type, given.get(field.name), depth + 1)
    })
    return hash(`0x${hashType(type)}${words.join('')}`)
  }

  const encode = (type: string, value: unknown, depth: number): string => {
    if (depth > deepest)
      throw new InvalidTypedDataError({
        reason: `The values are nested more than ${deepest} levels deep.`,
      })
    spend(costs.value)
    const { element, length } = readList(type)
    if (element !== undefined) {
      if (!Array.isArray(value) || value.length !== (length ?? value.length))
        throw new InvalidTypedDataError({
          reason: 'A value is not a list of the length that its type declares.',
        })
      const words = value.map((one) => encode(element, one, depth + 1))
      return hash(`0x${words.join('')}`)
    }
    if (types.has(type)) return hashStruct(type, value, depth)
    if (type === 'string' && typeof value === 'string')
      return hash(stringToHex(value))
    if (type === 'bytes' && isBytes(value)) return hash(value)
    // Its checksum is a hash.
    if (type === 'address') spend(costs.hash)
    return encodeWord(type, value)
  }

  return { hashStruct }
}

/** `Person[2][]` is a list of `Person[2]`, of any length. */
function readList(type: string): { element?: string; length?: number } {
  const open = type.endsWith(']') ? type.lastIndexOf('[') : -1
  const digits = type.slice(open + 1, -1)
  if (open < 0 || !/^\d{0,9}$/.test(digits)) return {}
  return {
    element: type.slice(0, open),
    ...(digits !== '' && { length: Number(digits) }),
  }
}

/** `encodeType` of EIP-712: a type, then all that it refers to, sorted. */
function encodeType(
  types: Types,
  primary: string,
  spend: (work: number) => void,
): string {
  const texts = new Map<string, string>()
  const open = [primary]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (texts.has(name)) continue
    const fields = types.get(name)
    if (!fields)
      throw new InvalidTypedDataError({
        reason: 'The types do not declare a type that is used.',
      })
    const text = encodeFields(name, fields)
    spend(costs.hash + text.length * costs.character)
    texts.set(name, text)
    const bases = fields.map(({ type }) => findBase(type))
    open.push(...bases.filter((base) => types.has(base) || !isPlain(base)))
  }
  const others = [...texts.keys()].filter((name) => name !== primary).sort()
  return [primary, ...others].map((name) => texts.get(name)).join('')
}

function encodeFields(name: string, fields: readonly TypedDataField[]): string {
  if (isPlain(name) || ![name, ...fields.map((one) => one.name)].every(isName))
    throw new InvalidTypedDataError({
      reason: 'A type or field has an invalid name.',
    })
  if (new Set(fields.map((one) => one.name)).size < fields.length)
    throw new InvalidTypedDataError({
      reason: 'A type has two fields of the same name.',
    })
  return `${name}(${fields.map((one) => `${one.type} ${one.name}`).join(',')})`
}

/** A name with what separates names could make two types read as one. */
function isName(name: string): boolean {
  return /^[^\s()[\],]+$/.test(name)
}

function findBase(type: string): string {
  let base = type
  for (let depth = 0; depth <= deepest; depth++) {
    const { element } = readList(base)
    if (element === undefined) return base
    base = element
  }
  throw new InvalidTypedDataError({
    reason: `A type is nested more than ${deepest} levels deep.`,
  })
}

/** The types of one word, `string` and `bytes`. */
function isPlain(type: string): boolean {
  return /^(address|bool|string|bytes\d*|u?int\d*)$/.test(type)
}

function encodeWord(type: string, value: unknown): string {
  const word = (() => {
    if (type === 'bool' && typeof value === 'boolean')
      return (value ? '1' : '0').padStart(64, '0')
    if (type === 'address' && typeof value === 'string' && isAddress(value))
      return addressWord(value)
    const [, kind, digits] = /^(bytes|u?int)([1-9]\d{0,2})$/.exec(type) ?? []
    const size = Number(digits)
    if (kind === 'bytes') return encodeBytes(size, value)
    return kind && encodeInteger(kind, size, value)
  })()
  if (word) return word
  throw new InvalidTypedDataError({ reason: 'A value does not fit its type.' })
}

function encodeBytes(size: number, value: unknown): string | undefined {
  if (size > 32 || !isBytes(value) || value.length !== 2 + 2 * size)
    return undefined
  return value.slice(2).toLowerCase().padEnd(64, '0')
}

function encodeInteger(
  kind: string,
  bits: number,
  value: unknown,
): string | undefined {
  const number = readInteger(value)
  if (number === undefined || bits > 256 || bits % 8 !== 0) return undefined
  const cut = kind === 'int' ? BigInt.asIntN : BigInt.asUintN
  if (cut(bits, number) !== number) return undefined
  return BigInt.asUintN(256, number).toString(16).padStart(64, '0')
}

/** Not what JSON has rounded: nobody knows any more what was meant. */
function readInteger(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? BigInt(value) : undefined
  if (typeof value !== 'string') return undefined
  return /^(-?\d{1,80}|0x[0-9a-fA-F]{1,64})$/.test(value)
    ? BigInt(value)
    : undefined
}

export class InvalidTypedDataError extends BaseError {
  override name = 'InvalidTypedDataError'

  constructor({ reason, cause }: { reason?: string; cause?: unknown } = {}) {
    const told = 'The typed data is not valid EIP-712 and cannot be hashed.'
    super(reason === undefined ? told : `${told} ${reason}`, { cause })
  }
}

export class LargeTypedDataError extends BaseError {
  override name = 'LargeTypedDataError'

  constructor() {
    super(
      'The types and values of the typed data are too many or too long to hash. Use fewer or shorter ones.',
    )
  }
}
