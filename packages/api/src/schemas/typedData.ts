import * as z from 'zod/mini'
import { type Codec, isRecord, typed } from '../codecs.js'

/** EIP-712 data to sign. */
export type TypedData = {
  domain: Record<string, unknown>
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

const strictTypedData: Codec<TypedData> = z.object({
  domain: z.record(z.string(), z.unknown()),
  types: z.record(
    z.string(),
    z.array(z.object({ name: z.string(), type: z.string() })),
  ),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
})

/**
 * Keys that objects have of their own accord: parsers drop one of them, and
 * looking up the other finds what nobody sent. What owners sign would not be
 * what was asked for, so data with such names is refused.
 */
const misleadingNames = ['__proto__', 'constructor']

const plainlyNamed = z.unknown().check(
  z.check<unknown>(({ value, issues }) => {
    const path = findMisleadingKey(value) ?? findMisleadingName(value)
    if (path)
      issues.push({
        code: 'custom',
        path,
        input: value,
        message: `Typed data must not use the names ${new Intl.ListFormat('en', { type: 'disjunction' }).format(misleadingNames)}`,
      })
  }),
)

/** Former clients left `primaryType` out; the types still tell which it is. */
const completed = z.codec(
  plainlyNamed,
  typed<unknown, unknown>(strictTypedData),
  {
    decode: (value) =>
      isRecord(value) && value.primaryType === undefined
        ? { ...value, primaryType: findPrimaryType(value.types) }
        : value,
    encode: (value) => value,
  },
)

// Names are looked at first in both directions, before any can be dropped.
export const typedData: Codec<TypedData> = typed(
  z.pipe(completed, plainlyNamed),
)

/** A message to sign: a text, or typed data. */
export const messageContent = z.union([z.string(), typedData])
export type MessageContent = z.output<typeof messageContent>

/** The primary type is the one no other type refers to. */
function findPrimaryType(types: unknown): string | undefined {
  if (!isRecord(types)) return undefined
  const referred = new Set(
    Object.values(types)
      .flatMap((fields) => (Array.isArray(fields) ? fields : []))
      .map((field: unknown) => (isRecord(field) ? field.type : undefined))
      .map((type) => (typeof type === 'string' ? baseType(type) : undefined)),
  )
  const candidates = Object.keys(types).filter(
    (name) => name !== 'EIP712Domain' && !referred.has(name),
  )
  return candidates.length === 1 ? candidates[0] : undefined
}

/** `Person[2][]` refers to `Person`. */
function baseType(type: string): string {
  const bracket = type.indexOf('[')
  return bracket === -1 ? type : type.slice(0, bracket)
}

type Place = { value: unknown; key: string; parent: Place | undefined }

/** Walks without recursion and each object once, however it is nested. */
function findMisleadingKey(root: unknown): string[] | undefined {
  const places: Place[] = [{ value: root, key: '', parent: undefined }]
  const seen = new Set<unknown>()
  for (let place = places.pop(); place; place = places.pop()) {
    const { value } = place
    if (misleadingNames.includes(place.key)) return pathOf(place)
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    for (const [key, inner] of Object.entries(value))
      places.push({ value: inner, key, parent: place })
  }
  return undefined
}

/** Of the primary type, or of a field the types describe. */
function findMisleadingName(value: unknown): string[] | undefined {
  if (!isRecord(value)) return undefined
  if (isMisleading(value.primaryType)) return ['primaryType']
  const types = isRecord(value.types) ? Object.entries(value.types) : []
  for (const [name, fields] of types)
    for (const [index, field] of Object.entries(fields ?? {}))
      if (isRecord(field) && [field.name, field.type].some(isMisleading))
        return ['types', name, index]
  return undefined
}

function isMisleading(name: unknown): boolean {
  return typeof name === 'string' && misleadingNames.includes(baseType(name))
}

function pathOf(place: Place | undefined): string[] {
  const path: string[] = []
  for (let step = place; step?.parent; step = step.parent) path.push(step.key)
  return path.reverse()
}
