import { describe, expect, test } from 'vitest'
import { formatCents, formatShare, toCents, valueInCents } from './money.js'

describe('values in whole hundredths', () => {
  test.each([
    ['0', 0n],
    ['0.004', 0n],
    ['0.005', 1n],
    ['-0.005', -1n],
    ['1607927.594', 160792759n],
    ['1.2e-7', 0n],
    ['1.5e3', 150000n],
    ['99999999999999999999999999.999', 10000000000000000000000000000n],
    ['nonsense', 0n],
    ['1e999999999', 0n],
  ])('%s is %s', (text, cents) => expect(toCents(text)).toBe(cents))

  test.each([
    [1n, 18, '3412.55', 0n],
    [142_318_204n * 10n ** 12n, 18, '3412.55', 48566799n],
    [7n, 0, '0.335', 235n],
    [10n ** 24n, 24, '1', 100n],
    [2n ** 256n - 1n, 0, '1', (2n ** 256n - 1n) * 100n],
  ])(
    '%s with %s decimals at %s is worth %s',
    (amount, decimals, price, cents) =>
      expect(valueInCents({ amount, decimals, price })).toBe(cents),
  )

  test('are written with separators and two digits', () => {
    expect(formatCents(160792759n)).toEqual({
      integer: '1,607,927',
      fraction: '59',
    })
    expect(formatCents(5n)).toEqual({ integer: '0', fraction: '05' })
    expect(formatCents(-123456n)).toEqual({
      integer: '−1,234',
      fraction: '56',
    })
  })

  test('shares have one digit and nothing is no share', () => {
    expect(formatShare(1n, 3n)).toBe('33.3%')
    expect(formatShare(3n, 3n)).toBe('100.0%')
    expect(formatShare(0n, 0n)).toBe('0.0%')
  })
})
