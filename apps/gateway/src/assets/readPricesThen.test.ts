import { expect, test } from 'vitest'
import { findHeldPrice } from './readPricesThen.js'

const price = (day: string) => ({ day, usd: '1', source: 'feed' }) as const

test('a price holds for 45 days, and not for longer', () => {
  const prices = [price('2026-08-01'), price('2026-10-01')]
  expect(findHeldPrice(prices, '2026-10-01')?.day).toBe('2026-10-01')
  expect(findHeldPrice(prices, '2026-11-15')?.day).toBe('2026-10-01')
  expect(findHeldPrice(prices, '2026-11-16')).toBeUndefined()
  expect(findHeldPrice(prices, '2026-09-30')).toBeUndefined()
  expect(findHeldPrice(prices, '2026-07-31')).toBeUndefined()
})
