import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  add,
  compare,
  cut,
  type Decimal,
  divide,
  formatDecimal,
  multiply,
  parseDecimal,
  subtract,
} from './decimal.js'

const read = (text: string): Decimal => {
  const value = parseDecimal(text)
  if (!value) throw new Error(`${text} is not a decimal.`)
  return value
}

test.each([
  ['0', '0'],
  ['-0', '0'],
  ['007', '7'],
  ['1.50', '1.5'],
  ['-0.000000001', '-0.000000001'],
  ['1e3', '1000'],
  ['1.25E-3', '0.00125'],
  ['3412.7500000', '3412.75'],
  [`0.${'0'.repeat(19)}19`, `0.${'0'.repeat(19)}1`],
])('writes %s as %s', (text, written) => {
  expect(formatDecimal(read(text))).toBe(written)
})

test.each([
  '',
  '.',
  '1.',
  '.5',
  '1,5',
  '0x1',
  'NaN',
  'Infinity',
  ' 1',
  '1e9999',
])('does not take %j for a number', (text) => {
  expect(parseDecimal(text)).toBeUndefined()
})

test('keeps every digit where a float loses them', () => {
  const sum = add(read('0.1'), read('0.2'))
  expect(formatDecimal(sum)).toBe('0.3')
  const product = multiply(
    { digits: 2n ** 256n - 1n, scale: 18 },
    read('3412.75'),
  )
  expect(formatDecimal(product)).toBe(
    formatDecimal({ digits: (2n ** 256n - 1n) * 341_275n, scale: 20 }),
  )
})

test('refuses to divide by zero', () => {
  expect(() => divide(read('1'), read('0.00'), 20)).toThrow('by zero')
})

const decimal: fc.Arbitrary<Decimal> = fc.record({
  digits: fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }),
  scale: fc.nat({ max: 60 }),
})
// Over the common denominator 10^120.
const whole = ({ digits, scale }: Decimal) =>
  digits * 10n ** BigInt(120 - scale)
const size = (value: Decimal) =>
  value.digits < 0n ? { ...value, digits: -value.digits } : value

test('computes as fractions of whole numbers do', () => {
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      expect(whole(add(a, b))).toBe(whole(a) + whole(b))
      expect(whole(subtract(a, b))).toBe(whole(a) - whole(b))
      expect(whole(multiply(a, b)) * 10n ** 120n).toBe(whole(a) * whole(b))
      expect(compare(a, b)).toBe(
        whole(a) === whole(b) ? 0 : whole(a) < whole(b) ? -1 : 1,
      )
    }),
  )
})

test('divides to within the last digit, never beyond the quotient', () => {
  fc.assert(
    fc.property(decimal, decimal, fc.nat({ max: 30 }), (a, b, digits) => {
      fc.pre(b.digits !== 0n)
      const quotient = divide(a, b, digits)
      expect(quotient.scale).toBe(digits)
      const rest = subtract(a, multiply(quotient, b))
      const step = multiply({ digits: 1n, scale: digits }, b)
      expect(compare(size(rest), size(step))).toBe(-1)
      expect(compare(size(multiply(quotient, b)), size(a))).toBeLessThan(1)
    }),
  )
})

test('writes what reads back as the same, cut after 20 digits', () => {
  fc.assert(
    fc.property(decimal, (value) => {
      const text = formatDecimal(value)
      expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d{0,19}[1-9])?$/)
      expect(whole(read(text))).toBe(whole(cut(value)))
    }),
  )
})

test('reads every number JavaScript writes', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      (number) => {
        const value = read(String(number))
        const { digits, scale } = value
        expect(Number(`${digits}e-${scale}`)).toBe(number === 0 ? 0 : number)
      },
    ),
  )
})
