import fc from 'fast-check'
import { checksumAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  acceptNull,
  address,
  booleanText,
  chainId,
  count,
  hash,
  hex,
  milliseconds,
  nonce,
  nonceText,
  openEnum,
  openUnion,
  orElse,
  orNull,
  signature,
  transactionId,
  uint,
} from './codecs.js'

const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'

describe('address', () => {
  test.each([
    safe,
    safe.toLowerCase(),
    `0x${safe.slice(2).toUpperCase()}`,
    safe.replace('A2c', 'a2C'),
  ])('reads %s in any case and checksums it', (text) => {
    expect(z.decode(address, text as typeof safe)).toBe(safe)
    expect(z.encode(address, text as typeof safe)).toBe(safe)
  })

  test.each([
    '',
    '0x',
    `${safe}0`,
    safe.slice(0, -1),
    safe.slice(2),
    `0X${safe.slice(2)}`,
    'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS',
    ` ${safe}`,
    `${safe}\n`,
    7,
    null,
  ])('refuses %j', (value) => {
    expect(z.safeParse(address, value).success).toBe(false)
    expect(z.safeEncode(address, value as typeof safe).success).toBe(false)
  })

  test('agrees with the checksum of EIP-55 for any address', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^0x[0-9a-f]{40}$/), (text) => {
        const expected = checksumAddress(text as `0x${string}`)
        expect(z.decode(address, text as `0x${string}`)).toBe(expected)
      }),
    )
  })
})

describe('numbers', () => {
  test('amounts round-trip over all of uint256', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (amount) => {
        const wire = z.encode(uint, amount)
        expect(wire).toBe(amount.toString())
        expect(z.decode(uint, wire)).toBe(amount)
      }),
    )
  })

  test.each(['', '-1', '+1', '1.5', '1e3', '0x10', '01', ' 1', '1\n', 1, null])(
    'an amount is not %j',
    (value) => {
      expect(z.safeParse(uint, value).success).toBe(false)
    },
  )

  test('an amount of a million digits is refused at once', () => {
    expect(z.safeParse(uint, '9'.repeat(1_000_000)).success).toBe(false)
  })

  test('a negative amount cannot be written', () => {
    expect(z.safeEncode(uint, -1n).success).toBe(false)
  })

  test('a nonce is exact up to 2^53 - 1 and refused beyond', () => {
    const largest = Number.MAX_SAFE_INTEGER
    expect(z.decode(nonce, largest)).toBe(BigInt(largest))
    expect(z.safeDecode(nonce, largest + 1).success).toBe(false)
    expect(z.safeEncode(nonce, BigInt(largest) + 1n).success).toBe(false)
    expect(z.safeDecode(nonce, -1).success).toBe(false)
    expect(z.safeDecode(nonce, 1.5).success).toBe(false)
    expect(z.decode(nonceText, String(largest))).toBe(BigInt(largest))
    expect(z.safeDecode(nonceText, String(largest + 1)).success).toBe(false)
  })

  test('a chain id is a number inside and text outside', () => {
    expect(z.decode(chainId, '11155111')).toBe(11155111)
    expect(z.encode(chainId, 11155111)).toBe('11155111')
    for (const text of ['0', '01', '-1', '1.5', 'x', '0x1', '9'.repeat(16)])
      expect(z.safeDecode(chainId, text).success).toBe(false)
    for (const id of [0, -1, 1.5, 1e21, Number.NaN])
      expect(z.safeEncode(chainId, id).success).toBe(false)
  })
})

test('a hash travels in lower case', () => {
  const upper = `0x${'AB'.repeat(32)}` as const
  expect(z.encode(hash, upper)).toBe(`0x${'ab'.repeat(32)}`)
  expect(z.decode(hash, upper)).toBe(`0x${'ab'.repeat(32)}`)
})

test('a signature has whole bytes and at least 65 of them', () => {
  const bytes = (count: number) => `0x${'ab'.repeat(count)}`
  expect(z.safeParse(signature, bytes(65)).success).toBe(true)
  expect(z.safeParse(signature, bytes(500)).success).toBe(true)
  expect(z.safeParse(signature, bytes(64)).success).toBe(false)
  expect(z.safeParse(signature, `${bytes(65)}a`).success).toBe(false)
})

test('a boolean in a query is exactly true or false', () => {
  expect(z.decode(booleanText, 'true')).toBe(true)
  expect(z.decode(booleanText, 'false')).toBe(false)
  expect(z.encode(booleanText, true)).toBe('true')
  for (const text of ['', '1', 'TRUE', 'yes'])
    expect(z.safeParse(booleanText, text).error?.issues[0]?.message).toBe(
      'Validation failed (boolean string is expected)',
    )
})

describe('absence', () => {
  const schema = z.object({
    a: orNull(uint),
    b: acceptNull(uint),
    c: orElse(booleanText, true),
  })

  test('a missing key is read as null, or as the default', () => {
    expect(z.parse(schema, {})).toEqual({ a: null, b: null, c: true })
    expect(z.parse(schema, { a: null, b: null })).toEqual({
      a: null,
      b: null,
      c: true,
    })
  })

  test('null is written, a default left out is not', () => {
    expect(z.encode(schema, { a: null, b: 1n, c: false })).toEqual({
      a: null,
      b: '1',
      c: 'false',
    })
    const withoutDefault = { a: null, b: 1n } as { a: null; b: bigint; c: true }
    expect(z.encode(schema, withoutDefault)).toEqual({ a: null, b: '1' })
  })

  test('what is there must still be right', () => {
    expect(z.safeParse(schema, { a: 'x' }).error?.issues[0]?.path).toEqual([
      'a',
    ])
  })
})

describe('what grows', () => {
  const colour = openEnum(['red', 'green'], (word) =>
    word === 'RED' ? 'red' : word,
  )
  const shape = openUnion({
    rename: (type) => (type === 'round' ? 'circle' : type),
    variants: [
      z.object({ type: z.literal('circle'), radius: z.number() }),
      z.object({ type: z.literal('point') }),
    ],
  })

  test('an unknown member is UNKNOWN, a former one the present one', () => {
    const read = (value: unknown) => z.parse(colour, value)
    expect(['red', 'RED', 'blue', 7, null].map(read)).toEqual([
      'red',
      'red',
      'UNKNOWN',
      'UNKNOWN',
      'UNKNOWN',
    ])
    expect(z.encode(colour, 'green')).toBe('green')
  })

  test('a known variant is read, by its former name too', () => {
    expect(z.parse(shape, { type: 'circle', radius: 1, more: 2 })).toEqual({
      type: 'circle',
      radius: 1,
    })
    expect(z.parse(shape, { type: 'round', radius: 1 })).toEqual({
      type: 'circle',
      radius: 1,
    })
  })

  test('an unknown variant keeps its name and is written back with it', () => {
    const read = z.parse(shape, { type: 'square', side: 1 })
    expect(read).toEqual({ type: 'UNKNOWN', wireType: 'square' })
    expect(z.encode(shape, read)).toEqual({ type: 'square' })
  })

  test('a known variant in another shape is an error with its path', () => {
    const { error } = z.safeParse(shape, { type: 'circle', radius: 'wide' })
    expect(error?.issues[0]?.path).toEqual(['radius'])
  })

  test.each([null, 7, 'circle', []])('%j is no variant', (v) =>
    expect(z.safeParse(shape, v).success).toBe(false),
  )

  test.each([{}, { type: 7 }, { type: null }])(
    '%j is a variant without a name',
    (value) => {
      const unnamed = { type: 'UNKNOWN', wireType: '' }
      expect(z.parse(shape, value)).toEqual(unnamed)
      expect(z.parse(shape, z.encode(shape, z.parse(shape, value)))).toEqual(
        unnamed,
      )
    },
  )

  test('a variant called like a property of objects is just unknown', () => {
    for (const type of ['__proto__', 'constructor', 'toString', 'UNKNOWN'])
      expect(z.parse(shape, { type })).toEqual({
        type: 'UNKNOWN',
        wireType: type,
      })
  })
})

// Below zero is how the app marks what nobody says: no gateway may say so.
test('counts and times are never below zero', () => {
  for (const codec of [count, milliseconds]) {
    expect(z.decode(codec, 0)).toBe(0)
    expect(z.safeDecode(codec, -1).success).toBe(false)
  }
  expect(z.safeDecode(count, 1.5).success).toBe(false)
})

describe('transactionId', () => {
  const digits = 'ab'.repeat(32)
  const id = `multisig_${safe}_0x${digits}`

  test.each([
    [id, id],
    [`multisig_${safe.toLowerCase()}_0x${digits.toUpperCase()}`, id],
    [`0x${digits.toUpperCase()}`, `0x${digits}`],
    [`module_${safe}_i0AB`, `module_${safe}_i0AB`],
    ['', ''],
  ])('reads %s as %s', (text, read) => {
    expect(z.decode(transactionId, text)).toBe(read)
  })
})

test('reads bytes in any letter case', () => {
  expect(z.decode(hex, '0xAbCd')).toBe('0xabcd')
})
