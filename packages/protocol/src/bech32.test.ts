import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  Bech32DataTooShortError,
  Bech32InvalidChecksumError,
  Bech32MixedCaseError,
  Bech32NoPrefixError,
  Bech32NoSeparatorError,
  Bech32TooLongError,
  Bech32TooShortError,
  Bech32UnknownCharacterError,
  decodeBech32,
  describeBech32,
} from './bech32.js'
import { BaseError } from './errors.js'

// Valid strings of BIP-173 and BIP-350.
test.each([
  ['A12UEL5L', 'bech32'],
  [
    'an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs',
    'bech32',
  ],
  ['abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw', 'bech32'],
  [
    '11qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqc8247j',
    'bech32',
  ],
  ['split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w', 'bech32'],
  ['A1LQFN3A', 'bech32m'],
  ['abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx', 'bech32m'],
  ['?1v759aa', 'bech32m'],
])('decodes %s', (text, encoding) => {
  expect(decodeBech32(text).encoding).toBe(encoding)
})

test('yields the prefix and the words without the checksum', () => {
  expect(decodeBech32('abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw')).toEqual(
    {
      prefix: 'abcdef',
      words: Array.from({ length: 32 }, (_, index) => index),
      encoding: 'bech32',
    },
  )
})

test.each([
  ['a1lqfn3', Bech32TooShortError],
  [`a1${'q'.repeat(89)}`, Bech32TooLongError],
  ['A12uEL5L', Bech32MixedCaseError],
  ['pzry9x0s0muk', Bech32NoSeparatorError],
  ['1pzry9x0s0muk', Bech32NoPrefixError],
  ['abcdefg1pzry', Bech32DataTooShortError],
  ['x1b4n0q5v', Bech32UnknownCharacterError],
  ['A12UEL5Q', Bech32InvalidChecksumError],
])('refuses %s', (text, error) => {
  expect(() => decodeBech32(text)).toThrow(error)
})

test('takes exactly 8 and exactly 90 characters', () => {
  expect('A12UEL5L').toHaveLength(8)
  const longest =
    '11qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqc8247j'
  expect(longest).toHaveLength(90)
  expect(decodeBech32(longest).prefix).toBe('1')
})

test('detects every single wrong character', () => {
  const valid = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
  for (let position = 3; position < valid.length; position++)
    for (const character of alphabet) {
      if (character === valid[position]) continue
      const wrong =
        valid.slice(0, position) + character + valid.slice(position + 1)
      expect(() => decodeBech32(wrong)).toThrow(Bech32InvalidChecksumError)
    }
})

test('names the network of an address', () => {
  expect(describeBech32('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe(
    'an address of Bitcoin',
  )
  expect(describeBech32('A12UEL5L')).toBe('an address with the prefix "a"')
})

test('throws only its own errors', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: 'binary' })),
      (text) => {
        try {
          describeBech32(text)
        } catch (error) {
          expect(error).toBeInstanceOf(BaseError)
        }
      },
    ),
    { numRuns: 1000 },
  )
})

test('refuses letters that only become ours in lower case', () => {
  // U+212A, the Kelvin sign, is a k in lower case.
  expect(() =>
    decodeBech32(
      'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'.replace('K', '\u212a'),
    ),
  ).toThrow(Bech32UnknownCharacterError)
})
