import { type Address, getAddress, type Hex } from 'viem'
import * as z from 'zod/mini'

/** Reads `Wire` from outside into `Domain`, and writes it back. */
export type Codec<Domain, Wire = Domain> = z.ZodMiniType<Domain, Wire>

const addressPattern = /^0x[0-9a-fA-F]{40}$/

/** EIP-55 in both directions; any letter case is read, as the wire allows. */
export const address = z
  .string()
  .check(z.regex(addressPattern, { error: 'Invalid address' }))
  .check(z.overwrite(checksum)) as z.ZodMiniType as Codec<Address>

export const hex = z
  .string()
  .check(
    z.regex(/^0x[0-9a-fA-F]*$/, { error: 'Invalid hex' }),
  ) as z.ZodMiniType as Codec<Hex>

/** 32 bytes. Servers compare hashes as text, so they travel in lower case. */
export const hash = z
  .string()
  .check(
    z.regex(/^0x[0-9a-fA-F]{64}$/, { error: 'Invalid hash' }),
    z.toLowerCase(),
  ) as z.ZodMiniType as Codec<Hex>

/** An amount: decimal text on the wire, at most the 78 digits of a uint256. */
export const uint = z.codec(
  z
    .string()
    .check(
      z.regex(/^(?:0|[1-9][0-9]{0,77})$/, {
        error: 'Invalid unsigned integer',
      }),
    ),
  z.bigint(),
  { decode: BigInt, encode: String },
)

/** A nonce: a JSON number, refused beyond 2^53 - 1 where JSON loses digits. */
export const nonce = z.codec(z.int().check(z.gte(0)), z.bigint(), {
  decode: BigInt,
  encode: Number,
})

/** A number inside, a decimal string on the wire and in paths. */
export const chainId = z.codec(
  z
    .string()
    .check(z.regex(/^[1-9][0-9]{0,15}$/, { error: 'Invalid chain id' })),
  z.int(),
  { decode: Number, encode: String },
)

/**
 * The key is always written, with null for "no value"; older servers leave it
 * out, and that is read as null. The type says what is written.
 */
export function orNull<Domain, Wire>(
  schema: Codec<Domain, Wire>,
): Codec<Domain | null, Wire | null> {
  return z._default(z.nullable(schema), null) as z.ZodMiniType as Codec<
    Domain | null,
    Wire | null
  >
}

function checksum(value: string): string {
  return addressPattern.test(value) ? getAddress(value) : value
}
