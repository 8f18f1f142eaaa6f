import fc from 'fast-check'
import {
  bytesToHex,
  concat,
  encodeAbiParameters,
  type Hex,
  padHex,
  stringToHex,
} from 'viem'
import { expect, test } from 'vitest'
import { cleanText, decodeText, hidesCharacters } from './tokenText.js'

const options = { maximumBytes: 400 }
const asString = (text: string) =>
  encodeAbiParameters([{ type: 'string' }], [text])
const word = (value: Hex) => padHex(value, { size: 32 })

test('reads a string and the bytes32 of early tokens', () => {
  expect(decodeText(asString('Garden Token'), options)).toBe('Garden Token')
  const early = stringToHex('MKR', { size: 32 })
  expect(decodeText(early, options)).toBe('MKR')
})

test.each<[string, Hex]>([
  ['nothing', '0x'],
  ['half a word', '0x0011'],
  ['an offset beyond the end', concat([word('0x80'), word('0x01')])],
  [
    'an offset of 2^255',
    concat([padHex('0x80', { size: 32, dir: 'right' }), word('0x01')]),
  ],
  [
    'a length beyond the end',
    concat([word('0x20'), word('0x41'), padHex('0x41', { size: 64 })]),
  ],
  [
    'a length of 2^256 - 1',
    concat([word('0x20'), `0x${'ff'.repeat(32)}`, word('0x41')]),
  ],
])('answers with nothing for %s', (_, returned) => {
  expect(decodeText(returned, options)).toBeUndefined()
})

test('replaces bytes that are no UTF-8', () => {
  const returned = concat([
    word('0x20'),
    word('0x03'),
    padHex('0x41ff42', { size: 32, dir: 'right' }),
  ])
  expect(decodeText(returned, options)).toBe('A\ufffdB')
})

test('reads no further than it is told', () => {
  const text = decodeText(asString('x'.repeat(1_000_000)), options)
  expect(text).toHaveLength(400)
})

test.each([
  ['U\u200bS\u200dD\ufeffC', 'USDC'],
  ['\u202eCDSU\u0000', 'CDSU'],
  ['a\u2028b\n\tc', 'a b c'],
  ['  wide \u3000 space ', 'wide space'],
  ['tag\u{e0041}s', 'tags'],
  ['\u3164\u2800\u115f', ''],
  ['e\u0301\u0301\u0301\u0301\u0301\u0301', 'e\u0301\u0301'],
  ['lone \ud800 surrogate', 'lone surrogate'],
  ['<b>stays</b>', '<b>stays</b>'],
])('cleans %j', (text, clean) => {
  expect(cleanText(text, 60)).toBe(clean)
})

test('cuts between characters, not inside them', () => {
  expect(cleanText('🪙'.repeat(100), 3)).toBe('🪙🪙🪙')
})

test('knows what hides from the eye', () => {
  expect(hidesCharacters('USDC\u200b')).toBe(true)
  expect(hidesCharacters('\u202eCDSU')).toBe(true)
  expect(hidesCharacters('Maker\0\0\0')).toBe(false)
  expect(hidesCharacters('日本円 ¥')).toBe(false)
})

test('whatever a contract returns becomes one harmless line', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc
      .array(fc.nat({ max: 0xffff }), { maxLength: 200 })
      .map((units) => String.fromCharCode(...units)),
  )
  fc.assert(
    fc.property(hostile, (text) => {
      const clean = cleanText(text, 60)
      expect(hidesCharacters(clean)).toBe(false)
      expect(clean).not.toMatch(/[\p{Zl}\p{Zp}\n\r\t]|^ | $| {2}/u)
      expect([...clean].length).toBeLessThanOrEqual(60)
      expect(cleanText(clean, 60)).toBe(clean)
    }),
  )
})

test('reads any bytes without failing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const text = decodeText(bytesToHex(bytes), options)
      expect(text === undefined || typeof text === 'string').toBe(true)
    }),
  )
})
