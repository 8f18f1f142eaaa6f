import { getAddress, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { StatementLine } from './statement.js'
import { valueEnd } from './valueEnds.js'

const token = getAddress(`0x${'d0'.repeat(20)}`)
const line = (more: Partial<StatementLine>): StatementLine => ({
  token: zeroAddress,
  symbol: 'ETH',
  decimals: 18,
  opening: 0n,
  incoming: 0n,
  outgoing: 0n,
  closing: 10n ** 18n,
  unexplained: 0n,
  ...more,
})
const prices = [
  {
    tokenAddress: zeroAddress,
    price: { usd: '2000.5', day: '2026-11-30', source: 'feed' },
  },
]
const other = line({ token, symbol: 'X', decimals: 6, closing: 5n })

test('what has a price is summed up, and what has none is named', () => {
  const value = valueEnd([line({}), other], { prices, end: 'closing' })
  expect(value.cents).toBe(200_050n)
  expect(value.unpriced.map(({ symbol }) => symbol)).toEqual(['X'])
})

test('without any price there is no value, and of nothing it is nothing', () => {
  const end = 'closing'
  expect(valueEnd([other], { prices, end }).cents).toBeUndefined()
  expect(valueEnd([line({})], { prices: undefined, end }).cents).toBeUndefined()
  const unread = line({ closing: undefined })
  expect(valueEnd([unread], { prices, end }).cents).toBeUndefined()
  expect(valueEnd([line({})], { prices, end: 'opening' }).cents).toBe(0n)
})
