import { expect, test } from 'vitest'
import { formatAmount } from './formatAmount.js'

test.each([
  [18_400_000_000n, 6, '18,400', '00'],
  [214_907_000_000_000_000n, 18, '0', '214907'],
  [1n, 18, '0', '000000000000000001'],
  [1_234_567n, 0, '1,234,567', ''],
  [2n ** 256n - 1n, 0, /^115,792,089/, ''],
])(
  '%s with %s decimals loses no digit',
  (value, decimals, integer, fraction) => {
    const amount = formatAmount(value, decimals)
    expect(amount.integer).toMatch(integer)
    expect(amount.fraction).toBe(fraction)
  },
)
