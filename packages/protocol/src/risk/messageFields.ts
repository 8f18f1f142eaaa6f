import { type Address, checksumAddress } from 'viem'
import type { MessageContent, TypedDataContent } from '../safeMessage.js'
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
  return {
    primaryType: content.primaryType,
    domain: signedDomain(content),
    message: signedFields(content, content.primaryType, content.message),
  }
}

/**
 * Only what the type names is hashed. Anything else in the message is unsigned
 * decoration that could make a sentence say the opposite.
 */
function signedFields(
  { types }: Pick<TypedDataContent, 'types'>,
  typeName: string,
  value: unknown,
  depth = 0,
): Fields {
  const given = toRecord(value)
  // Undeclared it has no hash and cannot be signed; there is nothing to hide.
  if (!Object.hasOwn(toRecord(types), typeName)) return given
  const declared = toList(toRecord(types)[typeName]).map(toRecord)
  const signed = declared.flatMap(({ name, type }) => {
    const key = String(name)
    if (!Object.hasOwn(given, key)) return []
    const inner = signedValue({ types }, String(type), given[key], depth + 1)
    return [[key, inner] as const]
  })
  return Object.fromEntries(signed)
}

/** The sentences look two levels down; hostile data nests without end. */
const maxDepth = 8

function signedValue(
  content: Pick<TypedDataContent, 'types'>,
  type: string,
  value: unknown,
  depth: number,
): unknown {
  if (depth > maxDepth) return undefined
  const element = type.replace(/\[\d*\]$/, '')
  if (element !== type && Array.isArray(value))
    return value.map((item) => signedValue(content, element, item, depth + 1))
  if (!Object.hasOwn(toRecord(content.types), type)) return value
  return signedFields(content, type, value, depth)
}

/** Without a declared domain type, the fields that are there make it up. */
function signedDomain(content: TypedDataContent): Fields {
  return Object.hasOwn(toRecord(content.types), 'EIP712Domain')
    ? signedFields(content, 'EIP712Domain', content.domain)
    : toRecord(content.domain)
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
