import { type Address, getAddress, type Hex } from 'viem'
import * as z from 'zod/mini'
import { type Codec, typed } from '../codecs.js'

// How this API's clients write what they send. They know two dialects: of
// JavaScript, where numbers are text, and of Python, where they are numbers of
// any size and hex has no prefix.

/** How an address that is none is recognised, whatever its words are. */
export const checksumFault = 'checksum'

/** EIP-55 to the letter: what is all in lower case is refused here. */
export const strictAddress = typed<Address, Address>(
  z.string().check(
    z.refine(isChecksummed, {
      error: 'The address must have its EIP-55 checksum.',
      params: { fault: checksumFault },
    }),
  ),
)

function isChecksummed(text: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(text) && getAddress(text) === text
}

const largest = 2n ** 256n - 1n

/** A whole number or its decimal text. Longer ones come as text by then. */
export const integer = z.codec(
  z.union(
    [
      z.string().check(z.regex(/^\s*[0-9]{1,78}\s*$/, 'Not a whole number.')),
      z.int('Not a whole number.').check(z.gte(0, 'Not a whole number.')),
    ],
    'Not a whole number.',
  ),
  z.bigint().check(z.lte(largest, 'The number is above 2^256 - 1.')),
  { decode: BigInt, encode: String },
)

/** The nonce of a proposal, as high as one that is read back can be. */
export const nonceInteger = z.codec(
  z.union(
    [
      z.string().check(z.regex(/^\s*[0-9]{1,16}\s*$/, 'Not a nonce.')),
      z.int('Not a nonce.').check(z.gte(0, 'Not a nonce.')),
    ],
    'Not a nonce.',
  ),
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

const operationNumber = z.literal([0, 1], 'Must be 0 or 1.')

/** 0 is a call, 1 a delegate call; as a number or as text. */
export const operationInteger: Codec<0 | 1, 0 | 1 | '0' | '1'> = typed(
  z.codec(
    z.literal([0, 1, '0', '1'], 'Must be 0 or 1.'),
    typed<unknown, unknown>(operationNumber),
    { decode: Number, encode: (value) => value as 0 | 1 },
  ),
)

// @__NO_SIDE_EFFECTS__
function hexOf(pattern: RegExp, message: string): Codec<Hex, string> {
  return typed(
    z.codec(z.string().check(z.regex(pattern, message)), z.string(), {
      decode: (text) => `0x${text.trim().replace(/^0x/, '').toLowerCase()}`,
      encode: (value) => value,
    }),
  )
}

/** Whole bytes, with or without 0x. */
export const looseHex = hexOf(
  /^\s*(?:0x)?(?:[0-9a-fA-F]{2})*\s*$/,
  'Not hexadecimal.',
)

/** 32 bytes, with or without 0x. */
export const looseHash = hexOf(
  /^\s*(?:0x)?[0-9a-fA-F]{64}\s*$/,
  'Not the 32 bytes of a hash.',
)

/** As long as a signature of one owner at least. */
export const looseSignature = hexOf(
  /^\s*(?:0x)?(?:[0-9a-fA-F]{2}){65,5000}\s*$/,
  'Not a signature: it has 65 to 5000 bytes, in hexadecimal.',
)

/** Null, absent and empty mean the same: nothing. */
// @__NO_SIDE_EFFECTS__
export function orNothing<Domain>(
  schema: Codec<Domain, string>,
): Codec<Domain | null, string | null | undefined> {
  const read = z.codec(
    z.unknown(),
    typed<unknown, unknown>(z.nullable(schema)),
    {
      decode: (value) => (isNothing(value) ? null : value),
      encode: (value) => value,
    },
  )
  return typed(z._default(typed<unknown, unknown>(read), null))
}

function isNothing(value: unknown): boolean {
  if (value === null) return true
  return typeof value === 'string' && /^\s*(?:0x)?\s*$/.test(value)
}

/** In queries; Python writes a capital letter. */
export const booleanWord = z.codec(
  z.string().check(z.regex(/^(?:true|false|1|0)$/i, 'Must be true or false.')),
  z.boolean(),
  {
    decode: (text) => /^(?:true|1)$/i.test(text),
    encode: (value) => (value ? 'true' : 'false'),
  },
)

const isoDate =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?$/

/** ISO-8601; without a zone it is UTC. */
export const moment: Codec<Date, string> = z.codec(
  z.string().check(z.refine(isMoment, 'Not a date like 2026-01-31T12:00:00Z.')),
  z.date(),
  { decode: readMoment, encode: (date) => date.toISOString() },
)

function isMoment(text: string): boolean {
  const spelled = text.replace(/ (?=[0-9]{2}:?[0-9]{2}$)/, '+')
  const year = isoDate.test(spelled) ? readMoment(text).getUTCFullYear() : 0
  return year >= 1970 && year <= 9999
}

function readMoment(text: string): Date {
  // In a query, a plus that was not encoded has become a space.
  const spelled = text
    .replace(/ (?=[0-9]{2}:?[0-9]{2}$)/, '+')
    .replace(' ', 'T')
  const hasZone = /(?:Z|[+-][0-9]{2}:?[0-9]{2})$/.test(spelled.slice(10))
  const isDay = spelled.length === 10
  return new Date(hasZone || isDay ? spelled : `${spelled}Z`)
}

/** Written as a JSON number, however large it is. */
export const writtenInteger: Codec<number, bigint> = typed(z.number())
