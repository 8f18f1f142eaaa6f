import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoteLongIntegers, toCamelKeys } from './readBody.js'
import { writeDate, writeJson } from './writeJson.js'

const read = (text: string): unknown => JSON.parse(quoteLongIntegers(text))

test('whole numbers keep every digit', () => {
  const largest = 2n ** 256n - 1n
  expect(read(`{"value":1000000000000000001,"x":[${largest},7]}`)).toEqual({
    value: '1000000000000000001',
    x: [String(largest), 7],
  })
})

test('numbers that fit, fractions, signs, powers and texts stay', () => {
  const text =
    '{"a":123456789012345,"b":0.12345678901234567,"c":-12345678901234567,"d":1e21,"e":"12345678901234567 \\" 12345678901234567","f":12345678901234567.5}'
  expect(quoteLongIntegers(text)).toBe(text)
})

test('any JSON is read as it would be, but for long numbers', () => {
  void fc.assert(
    fc.property(fc.json(), (text) => {
      const parsed: unknown = JSON.parse(text)
      const without = /(?<![\d.eE+-])\d{16,}/.test(text)
      if (!without) expect(read(text)).toEqual(parsed)
    }),
  )
})

test('long text is read in one pass', () => {
  const text = `["${'\\"'.repeat(300_000)}1234567890123456`
  const start = performance.now()
  expect(quoteLongIntegers(text)).toBe(text)
  expect(performance.now() - start).toBeLessThan(2_000)
})

test('names of either language mean the same', () => {
  expect(
    toCamelKeys({ contract_transaction_hash: 1, safeTxGas: 2, _from: 3 }),
  ).toEqual({ contractTransactionHash: 1, safeTxGas: 2, _from: 3 })
  expect(toCamelKeys(['a_b'])).toEqual(['a_b'])
})

test('a bigint is written as a number with all of its digits', () => {
  const value = { nonce: 2n ** 60n + 1n, text: 'a "quoted" 5' }
  expect(writeJson(value)).toBe(
    '{"nonce":1152921504606846977,"text":"a \\"quoted\\" 5"}',
  )
})

test('dates have a fraction only where there is one', () => {
  expect(writeDate(new Date('2026-01-31T12:00:00.000Z'))).toBe(
    '2026-01-31T12:00:00Z',
  )
  expect(writeDate(new Date('2026-01-31T12:00:00.120Z'))).toBe(
    '2026-01-31T12:00:00.120000Z',
  )
})
