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

/** A number from a seed (mulberry32), so that a failure can be repeated. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test('computes as fractions of whole numbers do', () => {
  const seed = Date.now() % 2 ** 31
  const random = createRandom(seed)
  const pick = (): Decimal => ({
    digits:
      BigInt(Math.floor((random() - 0.5) * 2 ** 50)) *
      10n ** BigInt(Math.floor(random() * 40)),
    scale: Math.floor(random() * 60),
  })
  for (let round = 0; round < 2_000; round++) {
    const [a, b] = [pick(), pick()]
    const facts = `seed ${seed}, round ${round}`
    // Over the common denominator 10^120.
    const whole = ({ digits, scale }: Decimal) =>
      digits * 10n ** BigInt(120 - scale)
    expect(whole(add(a, b)), facts).toBe(whole(a) + whole(b))
    expect(whole(subtract(a, b)), facts).toBe(whole(a) - whole(b))
    expect(whole(multiply(a, b)) * 10n ** 120n, facts).toBe(whole(a) * whole(b))
    expect(compare(a, b), facts).toBe(
      whole(a) === whole(b) ? 0 : whole(a) < whole(b) ? -1 : 1,
    )
    const text = formatDecimal(a)
    expect(text, facts).toMatch(/^-?\d+(\.\d{0,19}[1-9])?$/)
    expect(whole(read(text)), facts).toBe(whole(cut(a)))
    if (b.digits === 0n) continue
    const rest = subtract(a, multiply(divide(a, b, 20), b))
    const step = multiply({ digits: 1n, scale: 20 }, b)
    const size = (value: Decimal) =>
      value.digits < 0n ? { ...value, digits: -value.digits } : value
    expect(compare(size(rest), size(step)), facts).toBe(-1)
  }
})
