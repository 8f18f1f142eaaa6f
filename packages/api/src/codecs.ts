import { type Address, getAddress, type Hex } from 'viem'
import * as z from 'zod/mini'
import { normalizeTransactionId } from './transactionId.js'

/** Reads `Wire` from outside into `Domain`, and writes it back. */
export type Codec<Domain, Wire = Domain> = z.ZodMiniType<Domain, Wire>

const addressPattern = /^0x[0-9a-fA-F]{40}$/

/** EIP-55 in both directions; any letter case is read, as the wire allows. */
export const address = typed<Address, Address>(
  z
    .string()
    .check(z.regex(addressPattern, 'Invalid address'), z.overwrite(checksum)),
)

/** Bytes are compared as text too, so they have one letter case inside. */
export const hex = typed<Hex, Hex>(
  z.string().check(
    z.regex(/^0x[0-9a-fA-F]*$/, 'Invalid hex'),
    z.overwrite((value) => value.toLowerCase()),
  ),
)

/** 32 bytes. Servers compare hashes as text, so they travel in lower case. */
export const hash = typed<Hex, Hex>(
  z.string().check(
    z.regex(/^0x[0-9a-fA-F]{64}$/, 'Invalid hash'),
    z.overwrite((value) => value.toLowerCase()),
  ),
)

/** Of what owners sign, of a transfer or of a call by a module. */
export const transactionId = z
  .string()
  .check(z.overwrite(normalizeTransactionId))

/** Whole bytes, at least the 65 of one signature. */
export const signature = typed<Hex, Hex>(
  z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2}){65,}$/, 'Invalid signature')),
)

/** An amount: decimal text on the wire, at most the 78 digits of a uint256. */
export const uint = z.codec(decimalText(77), z.bigint(), {
  decode: BigInt,
  encode: String,
})

/** The nonce of a list or of an answer: a JSON number. */
export const nonce = z.codec(z.int().check(z.gte(0)), z.bigint(), {
  decode: BigInt,
  encode: Number,
})

/**
 * The nonce of a proposal: decimal text, yet bounded by what the same nonce
 * can be when it comes back as a JSON number.
 */
export const nonceText = z.codec(
  decimalText(15),
  z
    .bigint()
    .check(
      z.lte(
        BigInt(Number.MAX_SAFE_INTEGER),
        `The nonce is too high: ${Number.MAX_SAFE_INTEGER} is the highest.`,
      ),
    ),
  { decode: BigInt, encode: String },
)

/** A number of bytes, which the wire writes as decimal text. */
export const byteSize = z.codec(decimalText(15), z.int(), {
  decode: Number,
  encode: String,
})

/** A number inside, a decimal string on the wire and in paths. */
export const chainId = z.codec(
  z.string().check(z.regex(/^[1-9][0-9]{0,15}$/, 'Invalid chain id')),
  z.int(),
  { decode: Number, encode: String },
)

/** A fiat amount or a percentage. Text, because it is shown, not computed. */
export const decimal = z
  .string()
  .check(
    z.regex(/^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/, 'Invalid decimal'),
  )

/** Of a currency, which an installation describes. */
export const uint8 = z.int().check(z.gte(0), z.lte(255))

/**
 * Of a token, which says of itself what it likes: an amount is padded to so many
 * digits, so that anything else is read as unknown.
 */
export const decimals: Codec<number | null, number> = typed(
  z.catch<z.ZodMiniType>(uint8, null),
)

/** Unix milliseconds. Below zero the app marks a time that nobody says. */
export const milliseconds = z.number().check(z.gte(0))

/** How many. Below zero the app marks a number that nobody says. */
export const count = z.int().check(z.gte(0))

/** In queries a boolean is exactly `true` or `false`. */
export const booleanText = z.codec(
  z.enum(['true', 'false'], 'Validation failed (boolean string is expected)'),
  z.boolean(),
  {
    decode: (text) => text === 'true',
    encode: (value) => (value ? 'true' : 'false'),
  },
)

/** Of a request: 0 is a call, 1 a delegate call. */
export const operation = z.literal([0, 1])

/** Of an answer: one this version does not know is not taken for a call. */
export const openOperation: Codec<0 | 1 | 'UNKNOWN', 0 | 1> = typed(
  z.catch<z.ZodMiniType>(operation, 'UNKNOWN'),
)

/** An answer without content; whatever a server sends instead is ignored. */
export const nothing: Codec<undefined> = typed(
  z.codec(z.unknown(), z.undefined(), {
    decode: () => undefined,
    encode: () => undefined,
  }),
)

/**
 * The key is always written, with null for "no value"; older servers leave it
 * out, and that is read as null.
 */
// @__NO_SIDE_EFFECTS__
export function orNull<Domain, Wire>(
  schema: Codec<Domain, Wire>,
): Codec<Domain | null, Wire | null> {
  return typed(z._default(z.nullable(schema), null))
}

/** Always written with a value; null or absent is read, as others may send. */
// @__NO_SIDE_EFFECTS__
export function acceptNull<Domain, Wire>(
  schema: Codec<Domain, Wire>,
): Codec<Domain | null, Wire> {
  return typed(z.nullable(z._default<z.ZodMiniType>(schema, null)))
}

/** A query field the caller may leave out: the server then reads `value`. */
// @__NO_SIDE_EFFECTS__
export function orElse<S extends z.ZodMiniType>(
  schema: S,
  value: NonNullable<z.output<S>>,
): z.ZodMiniDefault<S> {
  // The outer optional lets the client leave the key out when it writes.
  const optional: z.ZodMiniType = z.optional(
    z._default<z.ZodMiniType>(schema, value),
  )
  return optional as z.ZodMiniDefault<S>
}

/**
 * An enumeration that grows: a member this version does not know is read as
 * `UNKNOWN`. `rename` maps a former vocabulary to the present one.
 */
// @__NO_SIDE_EFFECTS__
export function openEnum<const Member extends string>(
  members: readonly Member[],
  rename?: (member: string) => string,
): Codec<Member | 'UNKNOWN', Member> {
  const known = z.enum(members)
  const schema: z.ZodMiniType = rename
    ? z.codec(z.unknown(), known, {
        decode: (value) =>
          (typeof value === 'string' ? rename(value) : value) as Member,
        encode: (value) => value,
      })
    : known
  return typed(z.catch(schema, 'UNKNOWN'))
}

type Variant = z.ZodMiniObject<{ type: z.ZodMiniLiteral<string> }>

/** What an unknown variant becomes; `wireType` is its name, if it has one. */
const unknownVariant = z.object({
  type: z.literal('UNKNOWN'),
  wireType: z.string(),
})

/**
 * A union by `type` that grows: a variant this version does not know is read
 * as `{ type: 'UNKNOWN', wireType }` or as the `fallback` given.
 */
// @__NO_SIDE_EFFECTS__
export function openUnion<
  const Variants extends readonly [Variant, ...Variant[]],
  Fallback extends z.ZodMiniObject = typeof unknownVariant,
>({
  variants,
  rename = (type) => type,
  fallback,
}: {
  variants: Variants
  rename?: (type: string) => string
  fallback?: Fallback
}): Codec<
  z.output<Variants[number]> | z.output<Fallback>,
  z.input<Variants[number]>
> {
  const known = new Set(
    variants.flatMap((variant) => variant.shape.type._zod.def.values),
  )
  const union = z.discriminatedUnion('type', [
    ...variants,
    (fallback ?? unknownVariant) as typeof unknownVariant,
  ])
  const schema = z.codec(z.unknown(), typed<unknown, unknown>(union), {
    decode: (value) => {
      if (!isRecord(value)) return value
      const wireType = typeof value.type === 'string' ? value.type : ''
      const type = rename(wireType)
      if (known.has(type)) return { ...value, type }
      return { ...value, type: 'UNKNOWN', wireType }
    },
    encode: (value) => {
      if (!isRecord(value) || value.type !== 'UNKNOWN') return value
      const { wireType, ...rest } = value
      return { ...rest, type: wireType }
    },
  })
  return typed(schema)
}

/**
 * What is known of some addresses, by address. A key that is no address can
 * belong to none that is looked up, so it is left out.
 */
// @__NO_SIDE_EFFECTS__
export function byAddress<Domain, Wire>(
  schema: Codec<Domain, Wire>,
): Codec<Record<Address, Domain>, Record<Address, Wire>> {
  const index = typed<unknown, unknown>(z.record(address, schema))
  return typed(
    z.codec(z.unknown(), index, {
      decode: (value) =>
        isRecord(value)
          ? Object.fromEntries(
              Object.entries(value).filter(([key]) => addressPattern.test(key)),
            )
          : value,
      encode: (value) => value,
    }),
  )
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Gives a schema the types it is meant to have where zod cannot infer them:
 * template literal strings, and answers that are read more widely than they
 * are written.
 */
// @__NO_SIDE_EFFECTS__
export function typed<Domain, Wire>(
  schema: z.ZodMiniType,
): Codec<Domain, Wire> {
  return schema as Codec<Domain, Wire>
}

// @__NO_SIDE_EFFECTS__
function decimalText(moreDigits: number) {
  const pattern = new RegExp(`^(?:0|[1-9][0-9]{0,${moreDigits}})$`)
  return z.string().check(z.regex(pattern, 'Invalid unsigned integer'))
}

function checksum(value: string): string {
  return addressPattern.test(value) ? getAddress(value) : value
}
