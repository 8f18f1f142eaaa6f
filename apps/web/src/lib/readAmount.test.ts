// @vitest-environment node
import fc from 'fast-check'
import { formatUnits } from 'viem'
import { expect, test } from 'vitest'
import { readAmount } from './readAmount.js'

const dollar = { symbol: 'DUSD', decimals: 6 }
const share = { symbol: 'SHARE', decimals: 0 }

test.each([
  ['1', 1_000_000n],
  ['0.000001', 1n],
  ['.5', 500_000n],
  ['12.', 12_000_000n],
  [' 007.25 ', 7_250_000n],
])('reads %j exactly', (text, value) => {
  expect(readAmount(text, dollar)).toEqual({ status: 'amount', value })
})

test('nothing is no mistake yet', () => {
  expect(readAmount('  ', dollar)).toEqual({ status: 'empty' })
})

test.each(['0', '0.0', '.0', '-1', '-0.5'])(
  'refuses %j: an amount is more than 0',
  (text) => expect(refuse(text)).toBe('The amount must be more than 0.'),
)

test.each(['1,5', '1,000', ',5', '0,000001'])(
  'refuses the comma of %j and guesses nothing',
  (text) =>
    expect(refuse(text)).toBe(
      'Use a point for decimals, for example 1.5. Commas aren’t accepted, because a comma could also mean thousands.',
    ),
)

test.each([
  '1,000.50',
  '1,000,000',
  '1.000,50',
  '1.000.000',
  '1 000',
  '1 000,5',
  "1'000.50",
  '1_000',
])('refuses separators between thousands: %j', (text) =>
  expect(refuse(text)).toBe(
    'Enter the number without thousands separators, for example 1000.50.',
  ),
)

test.each([
  'abc',
  '.',
  '1e18',
  '0x10',
  '+1',
  '1.2.3',
  '١٢',
  'Infinity',
  '5 DUSD',
])('refuses %j: not a number', (text) =>
  expect(refuse(text)).toBe(
    `“${text}” is not a number. Use digits and one point.`,
  ),
)

test('does not try to read a text that is too long to be an amount', () => {
  expect(refuse('1'.repeat(1_000_000))).toMatch(/^“1{40}…” is not a number/)
})

test('refuses more decimals than the token has', () => {
  expect(refuse('1.0000001')).toBe(
    'DUSD has 6 decimals, but this amount has 7.',
  )
  expect(readAmount('1.5', share)).toEqual({
    status: 'refused',
    reason: 'SHARE has no decimals: enter a whole number.',
  })
})

test('every amount a token can have is read back to the last unit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 24 }),
      fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
      (decimals, value) => {
        const text = formatUnits(value, decimals)
        expect(readAmount(text, { symbol: 'T', decimals })).toEqual({
          status: 'amount',
          value,
        })
      },
    ),
  )
})

test('one decimal too many is always refused, as many as there are never', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 24 }),
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
      (decimals, integer, digit) => {
        const token = { symbol: 'T', decimals }
        const exact = `${integer}.${String(digit).repeat(decimals)}`
        expect(readAmount(`${exact}${digit}`, token).status).toBe('refused')
        fc.pre(integer > 0 || decimals > 0)
        expect(readAmount(exact, token).status).toBe('amount')
      },
    ),
  )
})

function refuse(text: string): string {
  const reading = readAmount(text, dollar)
  return reading.status === 'refused' ? reading.reason : reading.status
}
