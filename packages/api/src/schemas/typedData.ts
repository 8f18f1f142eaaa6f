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

/** Former clients left `primaryType` out; the types still tell which it is. */
export const typedData: Codec<TypedData> = typed(
  z.codec(z.unknown(), typed<unknown, unknown>(strictTypedData), {
    decode: (value) =>
      isRecord(value) && value.primaryType === undefined
        ? { ...value, primaryType: findPrimaryType(value.types) }
        : value,
    encode: (value) => value,
  }),
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
