import {
  hashMessageContent,
  hashSafeMessage,
  hashSafeTransaction,
  type SafeDomain,
  safeVersions,
} from '@covault/protocol'
import fc from 'fast-check'
import { hashTypedData as hashWithViem, keccak256 as viemKeccak } from 'viem'
import { expect, test } from 'vitest'
import {
  address,
  safeTransaction,
} from '../../../packages/protocol/src/proof/arbitraries.js'
import { InputError, toHex } from './bytes.js'
import { keccak256 } from './keccak.js'
import { makeReport } from './report.js'
import { hashMessage, hashTransaction } from './safe.js'
import { writeJson } from './testInput.js'
import { typedData } from './testing/randomTypedData.js'
import { hashText, hashTypedData } from './typedData.js'

// Two programs that share nothing must come to the same digits.

const domain: fc.Arbitrary<SafeDomain> = fc.record({
  chainId: fc.integer({ min: 1, max: 2 ** 31 }),
  safe: address,
  version: fc.constantFrom(...safeVersions),
})

test('hashes bytes of every length as viem does', () => {
  for (let length = 0; length < 600; length++) {
    const bytes = Uint8Array.from(
      { length },
      (_, at) => (at * 7 + length) % 256,
    )
    expect(toHex(keccak256(bytes))).toBe(viemKeccak(bytes))
  }
})

/** Of every script, of any bytes, and of 2,000 letters. */
const text = fc.oneof(
  { weight: 10, arbitrary: fc.string() },
  { weight: 10, arbitrary: fc.string({ unit: 'grapheme', maxLength: 100 }) },
  { weight: 10, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary', maxLength: 2_000, size: 'max' }),
  },
)

function agree(runs: number): void {
  fc.assert(
    fc.property(domain, safeTransaction, text, (own, one, text) => {
      const { chainId, ...rest } = own
      const same = { ...rest, chainId: BigInt(chainId) }
      expect(hashTransaction(same, one).signed).toBe(
        hashSafeTransaction(own, one),
      )
      expect(hashMessage(same, hashText(text)).signed).toBe(
        hashSafeMessage(own, text),
      )
    }),
    { numRuns: runs },
  )
}

test('hashes transactions and messages of all versions as the app does', () => {
  agree(1_000)
})

test('agrees on 100,000 transactions and messages @full', () => {
  agree(100_000)
}, 600_000)

/** What the app hashes by viem, and what viem hashes alone. */
function agreeOnTypedData(runs: number): void {
  fc.assert(
    fc.property(domain, typedData, (own, content) => {
      const { chainId, ...rest } = own
      const hash = hashTypedData(content)
      expect(toHex(hash)).toBe(hashWithViem(content as never))
      expect(
        hashMessage({ ...rest, chainId: BigInt(chainId) }, hash).signed,
      ).toBe(hashSafeMessage(own, content))
    }),
    { numRuns: runs },
  )
}

test('hashes typed data of every kind as the app and viem do', () => {
  agreeOnTypedData(500)
})

test('agrees on 100,000 messages of typed data @full', () => {
  agreeOnTypedData(100_000)
}, 900_000)

test('reads typed data from a file as the app hashes it', async () => {
  await fc.assert(
    fc.asyncProperty(domain, typedData, async (own, content) => {
      const { hashes } = await makeReport(
        writeJson({
          format: 'safe-message',
          chainId: own.chainId,
          safe: own.safe,
          safeVersion: own.version,
          message: content,
        }),
        {},
      )
      expect(hashes).toContainEqual({
        name: 'Safe message hash',
        value: hashSafeMessage(own, content),
      })
    }),
    { numRuns: 200 },
  )
})

const owner = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const mail = {
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  message: { text: 'hi' },
}

test.each([
  { chainId: 5 },
  { chainId: '5' },
  { chainId: '0x5' },
  { name: '', version: '', salt: null },
])('hashes the domain %o as the app does', (domain) => {
  const content = { ...mail, domain }
  expect(toHex(hashTypedData(content))).toBe(hashMessageContent(content))
})

test.each([
  ['a domain with an unknown field', { domain: { name: 'T', extra: 'x' } }],
  ['a chain id that is no number', { domain: { chainId: 'Sepolia' } }],
  [
    'a type whose name holds the text of another',
    { types: { ...mail.types, 'A(B b)B': [] } },
  ],
  [
    'two fields of the same name',
    { types: { Mail: [...mail.types.Mail, ...mail.types.Mail] } },
  ],
])('refuses %s, as the app does', (_, change) => {
  const content = { ...mail, domain: {}, ...change }
  const app = { ...content, primaryType: Object.keys(content.types).at(-1) }
  expect(() => hashTypedData(content)).toThrow(InputError)
  expect(() => hashMessageContent(app as never)).toThrow()
})

test.each([
  ['a number beyond its type', 'uint8', 256],
  ['a number below its type', 'int8', -129],
  ['a negative number without a sign', 'uint8', -1],
  ['a text for a boolean', 'bool', 'false'],
  ['a number for a text', 'string', 5],
  ['fewer bytes than the type has', 'bytes4', '0x010203'],
  ['a type of more bytes than there are', 'bytes33', `0x${'00'.repeat(33)}`],
  ['a type of an odd size', 'uint7', 1],
  ['a number type without a size', 'uint', 1],
  ['a signed number type without a size', 'int', 1],
  ['an address with a network', 'address', `eth:${owner}`],
  ['a list for an address', 'address', [owner]],
  ['a list for bytes', 'bytes', ['0x12']],
  ['a list for bytes of one size', 'bytes1', ['0x12']],
  ['a list for a number', 'int8', ['-5']],
  ['a negative hexadecimal number', 'int8', '-0x5'],
  ['nothing for a struct', 'A', null],
  ['a missing struct', 'A', undefined],
  ['a list for a struct', 'A', []],
])('refuses %s, as the app does', (_, type, value) => {
  const content = {
    types: { A: [{ name: 'x', type }] },
    primaryType: 'A',
    domain: {},
    message: { x: value },
  }
  expect(() => hashTypedData(content)).toThrow(InputError)
  expect(() => hashMessageContent(content)).toThrow()
})

test.each([
  ['int8', -5],
  ['int8', '-5'],
  ['int256', -(2n ** 255n)],
])('hashes the %s %s as the app does', (type, value) => {
  const content = {
    types: { A: [{ name: 'x', type }] },
    primaryType: 'A',
    domain: {},
    message: { x: value },
  }
  expect(toHex(hashTypedData(content))).toBe(hashMessageContent(content))
})
