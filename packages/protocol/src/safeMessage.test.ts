import fc from 'fast-check'
import { hashTypedData, keccak256, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import {
  encodeSafeMessageData,
  getSafeMessagePreimage,
  getSafeMessageTypedData,
  hashMessageContent,
  hashSafeMessage,
} from './safeMessage.js'
import { safeVersions } from './safeVersion.js'
import { InvalidTypedDataError, LargeTypedDataError } from './typedData.js'

const domain = {
  chainId: 11155111,
  safe: '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829',
  version: '1.3.0',
} as const
const typedData = {
  domain: { name: 'Wire Spec Demo', version: '1', chainId: 11155111 },
  types: {
    Mail: [
      { name: 'contents', type: 'string' },
      { name: 'to', type: 'address' },
    ],
  },
  primaryType: 'Mail',
  message: { contents: 'hi', to: '0xabAD204d0BdbaEBb4D27ba0a4e86966E7A3E315a' },
}

test('hashes the published text vector', () => {
  const text = 'Hello from the wire spec'
  expect(hashMessageContent(text)).toBe(
    '0xa98fa84fb399b9cec238862e21e74fefa8931ce891824890540a8a2a4a8a40cc',
  )
  expect(hashSafeMessage(domain, text)).toBe(
    '0x6b04c5e4600089c8cc2631ff5e662ced661eb3ca92a25ac3affa596b801a4c6d',
  )
})

test('hashes the published typed data vector', () => {
  expect(hashMessageContent(typedData)).toBe(
    '0x65427a3b3bbbffcafd2d76a6b3f3ba9f89dc499d2aae8aafc7f0373dac900923',
  )
  expect(hashSafeMessage(domain, typedData)).toBe(
    '0x28205d4cc66fae8766290b1e407d16f327125cf8760fc16d045649eedf17e217',
  )
})

test('ignores an EIP712Domain type that the sender spelled out', () => {
  const spelledOut = {
    ...typedData,
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      ...typedData.types,
    },
  }
  expect(hashMessageContent(spelledOut)).toBe(hashMessageContent(typedData))
})

test('agrees with viem on random texts and every version', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...safeVersions),
      (text, version) => {
        const random = { ...domain, version }
        expect(hashSafeMessage(random, text)).toBe(
          hashTypedData(getSafeMessageTypedData(random, text)),
        )
      },
    ),
    { numRuns: 300 },
  )
})

test('shows contract owners the preimage of the hash since 1.4.1', () => {
  const modern = { ...domain, version: '1.4.1' } as const
  expect(keccak256(getSafeMessagePreimage(modern, 'text'))).toBe(
    hashSafeMessage(modern, 'text'),
  )
  expect(getSafeMessagePreimage(domain, 'text')).toBe(
    hashMessageContent('text'),
  )
})

test('encodes arbitrary bytes', () => {
  expect(encodeSafeMessageData(domain, stringToHex('abc'))).toMatch(
    /^0x1901[0-9a-f]{128}$/,
  )
})

// The hashes are those of ethers 5.8.0: TypedDataEncoder.hash.
test.each([
  [
    { name: 'Wire Spec Demo', version: '1', chainId: '11155111' },
    '0x65427a3b3bbbffcafd2d76a6b3f3ba9f89dc499d2aae8aafc7f0373dac900923',
  ],
  [
    { name: 'Wire Spec Demo', version: '1', chainId: '0xaa36a7' },
    '0x65427a3b3bbbffcafd2d76a6b3f3ba9f89dc499d2aae8aafc7f0373dac900923',
  ],
  [
    { name: 'Wire Spec Demo', version: '1', chainId: 11155111n },
    '0x65427a3b3bbbffcafd2d76a6b3f3ba9f89dc499d2aae8aafc7f0373dac900923',
  ],
  [
    { name: 'Wire Spec Demo', version: '' },
    '0xf75e8ac4db8f48f6b6f4242b32320e2f16f74bb4a82ecb3d7804c35e22cd082e',
  ],
  [
    { name: '', version: '1', chainId: 0, salt: null },
    '0xb2694ae6d9eeb1302d350c6a18c2a7b524d9d3466d049f56cf4d0954895a14d8',
  ],
  [
    {
      salt: `0x${'12'.repeat(32)}`,
      verifyingContract: typedData.message.to,
      chainId: '5',
      version: '2',
      name: 'T',
    },
    '0x69f5286ac46105ea10a2d5e03c2ebd98cfbc4182c4fe8a4ab84a7c5ec9f342d7',
  ],
  [{}, '0x9b59ffe870b467142d5de234a18662fb297bebaa46e446b9803e7d61998b388b'],
])('hashes each field that the domain %o has, as ethers does', (own, hash) => {
  expect(hashMessageContent({ ...typedData, domain: own })).toBe(hash)
})

test.each([
  ['an unknown field', { name: 'T', extra: 'harmless' }],
  ['a chain id that is no number', { chainId: 'Sepolia' }],
  ['a chain id of blanks', { chainId: ' ' }],
  ['a chain id below zero', { chainId: -1 }],
  ['a chain id that JSON has rounded', { chainId: 1e21 }],
  ['a name that is no text', { name: 5 }],
])('refuses a domain with %s', (_, own) => {
  expect(() => hashMessageContent({ ...typedData, domain: own })).toThrow(
    InvalidTypedDataError,
  )
})

const oneField = (type: string, value: unknown) => ({
  ...typedData,
  types: { Mail: [{ name: 'a', type }] },
  message: { a: value },
})

test.each([
  [{ ...typedData, primaryType: 'Missing' }],
  [{ ...typedData, message: { contents: 'hi', to: '0x12' } }],
  [{ ...typedData, message: {} }],
  [oneField('uint7', 1)],
  [oneField('uint', 1)],
  [oneField('uint256', '')],
  [oneField('uint256', ' 5 ')],
  [oneField('uint8', 256)],
  [oneField('int8', -129)],
  [oneField('string', 5)],
  [oneField('bool', 'true')],
  [oneField('bytes4', '0x010203')],
  [oneField('bytes33', `0x${'00'.repeat(33)}`)],
  [oneField('uint8[2]', [1])],
  [oneField('uint8[]', { length: 1 })],
  [oneField('Mail[]', [[]])],
  [oneField('Person', {})],
  [oneField(`uint8${'[]'.repeat(200)}`, [])],
])('refuses typed data that cannot be hashed', (content) => {
  expect(() => hashMessageContent(content)).toThrow(InvalidTypedDataError)
})

test('tells types apart whose texts read alike', () => {
  const inner = [{ name: 'token', type: 'address' }]
  const outer = [{ name: 'details', type: 'Details' }]
  for (const [types, primaryType] of [
    [{ 'Permit(Details details)Details': inner }, undefined],
    [{ Mail: [{ name: 'a,uint8 b', type: 'uint8' }] }, 'Mail'],
    [{ Mail: outer, Details: [...inner, ...inner] }, 'Mail'],
    [{ Mail: [{ name: 'a', type: 'bool' }], bool: inner }, 'bool'],
  ] as const)
    expect(() =>
      hashMessageContent({
        ...typedData,
        types,
        primaryType: primaryType ?? Object.keys(types)[0] ?? '',
        message: {
          token: domain.safe,
          details: { token: domain.safe },
          'a,uint8 b': 1,
        },
      }),
    ).toThrow(InvalidTypedDataError)
})

/** Seaport's bulk order: a tree of so many levels with an order in each leaf. */
function makeBulkOrder(levels: number) {
  const item = [
    { name: 'itemType', type: 'uint8' },
    { name: 'token', type: 'address' },
    { name: 'identifierOrCriteria', type: 'uint256' },
    { name: 'startAmount', type: 'uint256' },
    { name: 'endAmount', type: 'uint256' },
  ]
  const types = {
    BulkOrder: [
      { name: 'tree', type: `OrderComponents${'[2]'.repeat(levels)}` },
    ],
    OrderComponents: [
      { name: 'offerer', type: 'address' },
      { name: 'offer', type: 'OfferItem[]' },
      { name: 'consideration', type: 'ConsiderationItem[]' },
      { name: 'salt', type: 'uint256' },
      { name: 'conduitKey', type: 'bytes32' },
    ],
    OfferItem: item,
    ConsiderationItem: [...item, { name: 'recipient', type: 'address' }],
  }
  const given = {
    itemType: 1,
    token: domain.safe,
    identifierOrCriteria: '0x7',
    startAmount: '1000000000000000000',
    endAmount: 5n,
    recipient: typedData.message.to,
  }
  const order = {
    offerer: domain.safe,
    offer: [given],
    consideration: [given, given],
    salt: 9,
    conduitKey: `0x${'ab'.repeat(32)}`,
  }
  const grow = (level: number): unknown =>
    level === 0 ? order : [grow(level - 1), grow(level - 1)]
  return {
    domain: { name: 'Seaport', version: '1.6', chainId: 1 },
    types,
    primaryType: 'BulkOrder',
    message: { tree: grow(levels) },
  }
}

test('hashes bulk orders as viem does, of 512 orders too', () => {
  for (const levels of [1, 4]) {
    const content = makeBulkOrder(levels)
    expect(hashMessageContent(content)).toBe(hashTypedData(content as never))
  }
  expect(hashMessageContent(makeBulkOrder(9))).toMatch(/^0x/)
})

test('hashes an order of 200 items as viem does', () => {
  const content = makeBulkOrder(0)
  const order = content.message.tree as { offer: unknown[] }
  const many = {
    ...content,
    primaryType: 'OrderComponents',
    message: {
      ...order,
      offer: Array.from({ length: 200 }, () => order.offer[0]),
    },
  }
  expect(hashMessageContent(many)).toBe(hashTypedData(many as never))
})

const field = (type: string, name = 'a') => ({ name, type })
const distinct = (count: number, type: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => field(type(at), `f${at}`))

test.each([
  [
    'a long type for many values',
    {
      Mail: [field('B[]')],
      B: [field('D[]')],
      D: distinct(12_000, () => 'bool'),
    },
    { a: Array.from({ length: 60_000 }, () => ({ a: [] })) },
  ],
  [
    'many values',
    { Mail: [field('bool[]')] },
    { a: Array.from({ length: 300_000 }, () => true) },
  ],
  [
    'types that refer to one another in a long row',
    {
      ...Object.fromEntries(
        Array.from({ length: 1_500 }, (_, at) => [
          `A${at}`,
          [field(`A${at + 1}[]`)],
        ]),
      ),
      A1500: [],
      Mail: distinct(1_500, (at) => `A${at}`),
    },
    Object.fromEntries(
      distinct(1_500, () => '').map(({ name }) => [name, { a: [] }]),
    ),
  ],
])('refuses %s before they take long', (_, types, message) => {
  expect(() =>
    hashMessageContent({ domain: {}, types, primaryType: 'Mail', message }),
  ).toThrow(LargeTypedDataError)
})

test('refuses values that are nested without end', () => {
  const message: Record<string, unknown> = {}
  message.a = [message]
  expect(() =>
    hashMessageContent({
      domain: {},
      types: { Mail: [field('Mail[]')] },
      primaryType: 'Mail',
      message,
    }),
  ).toThrow(InvalidTypedDataError)
})
