import { type Address, checksumAddress } from 'viem'
import type { MessageContent } from '../safeMessage.js'
import { listDomainFields, type TypedDataContent } from '../typedData.js'
import { isAddress } from './address.js'

/** Typed data as it is hashed; anything may be missing or of another type. */
export type SignedFields = {
  readonly primaryType: string
  readonly domain: Fields
  readonly message: Fields
}

export type Fields = Readonly<Record<string, unknown>>

/** Undefined for what is no typed data. */
export function readSignedFields(
  content: MessageContent,
): SignedFields | undefined {
  if (typeof content !== 'object' || content === null) return undefined
  const declared = indexTypes(content)
  return {
    primaryType: content.primaryType,
    domain: signedFields(declared, domainType, content.domain),
    message: signedFields(declared, content.primaryType, content.message),
  }
}

type Declared = (typeName: string) => ReadonlyMap<string, string> | undefined

/** Read once, because a long type may have many values. */
function indexTypes({ types, domain }: TypedDataContent): Declared {
  const known = new Map<string, ReadonlyMap<string, string>>()
  return (typeName) => {
    const isDomain = typeName === domainType
    if (!isDomain && !Object.hasOwn(toRecord(types), typeName)) return undefined
    const found = known.get(typeName)
    if (found) return found
    const fields = isDomain
      ? listDomainFields({
          domain: toRecord(domain),
          types: toRecord(types) as TypedDataContent['types'],
        })
      : toRecord(types)[typeName]
    const declared = new Map(
      toList(fields)
        .map(toRecord)
        .map(({ name, type }) => [String(name), String(type)] as const),
    )
    known.set(typeName, declared)
    return declared
  }
}

const domainType = 'EIP712Domain'

/**
 * Only what the type names is hashed. Anything else in the message is unsigned
 * decoration that could make a sentence say the opposite.
 */
function signedFields(
  declared: Declared,
  typeName: string,
  value: unknown,
  depth = 0,
): Fields {
  const given = toRecord(value)
  const fields = declared(typeName)
  // Undeclared it has no hash and cannot be signed; there is nothing to hide.
  if (!fields) return given
  const signed = Object.entries(given).flatMap(([key, one]) => {
    const type = fields.get(key)
    if (type === undefined) return []
    return [[key, signedValue(declared, type, one, depth + 1)] as const]
  })
  return Object.fromEntries(signed)
}

/** The sentences look two levels down; hostile data nests without end. */
const maxDepth = 8

function signedValue(
  declared: Declared,
  type: string,
  value: unknown,
  depth: number,
): unknown {
  if (depth > maxDepth) return undefined
  const element = type.replace(/\[\d*\]$/, '')
  if (element !== type && Array.isArray(value))
    return value.map((item) => signedValue(declared, element, item, depth + 1))
  if (!declared(type)) return value
  return signedFields(declared, type, value, depth)
}

const maxTextLength = 200_000

/** Typed data that is written out as text. */
export function parseTypedData(text: string): TypedDataContent | undefined {
  if (text.length > maxTextLength || !text.trimStart().startsWith('{'))
    return undefined
  try {
    const { domain, types, primaryType, message } = toRecord(JSON.parse(text))
    if (typeof primaryType !== 'string') return undefined
    return {
      primaryType,
      domain: toRecord(domain),
      message: toRecord(message),
      types: toRecord(types) as TypedDataContent['types'],
    }
  } catch {
    return undefined
  }
}

export function toRecord(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

export function toList(value: unknown): readonly unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

/** An app's own words must not get into our sentences. */
export function show(value: unknown): string {
  const isPlain = ['bigint', 'number', 'string'].includes(typeof value)
  const text = isPlain ? String(value) : ''
  return /^(0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$/.test(text)
    ? text
    : 'an unknown value'
}

export function toNumber(value: unknown): bigint | undefined {
  const text = show(value)
  return /^[0-9]/.test(text) ? BigInt(text) : undefined
}

export function toAddress(value: unknown): Address | undefined {
  if (!isAddress(value)) return undefined
  return checksumAddress(`0x${value.slice(2).toLowerCase()}`)
}
