import { getAddress, parseUnits, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { describePrices, type PriceThen, sumValue } from './pricesThen.js'

const dollar = getAddress(`0x${'d0'.repeat(20)}`)
const other = getAddress(`0x${'0e'.repeat(20)}`)
const prices: PriceThen[] = [
  {
    tokenAddress: zeroAddress,
    price: { usd: '2000.5', day: '2026-11-14', source: 'feed' },
  },
  {
    tokenAddress: dollar,
    price: { usd: '0.999', day: '2026-11-12', source: 'file' },
  },
  { tokenAddress: other, price: null },
]
const ether = (value: string) => ({
  token: zeroAddress,
  value: parseUnits(value, 18),
  decimals: 18,
})

test('amounts in and out are worth what they were worth then', () => {
  const dollars = { token: dollar, value: parseUnits('-100', 6), decimals: 6 }
  expect(sumValue([ether('1')], prices)).toBe(200_050n)
  expect(sumValue([ether('1'), dollars], prices)).toBe(200_050n - 9_990n)
  expect(sumValue([], prices)).toBe(0n)
  expect(describePrices(prices)).toBe(
    'Prices: feed and file, dated 2026-11-12 or later',
  )
})

test('a sum is not said without a price for each', () => {
  const unknown = { token: other, value: 1n, decimals: 0 }
  expect(sumValue([ether('1'), unknown], prices)).toBeUndefined()
  expect(sumValue([ether('1')], undefined)).toBeUndefined()
})
