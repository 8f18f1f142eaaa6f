// @vitest-environment node
import { expect, test } from 'vitest'
import {
  describePeriod,
  describePresent,
  getNextReset,
  writeAmount,
} from './limitWords.js'

test('amounts are exact, and of unread tokens in their units', () => {
  const token = { symbol: 'DUSD', decimals: 6 }
  expect(writeAmount(1_250_500_000n, token)).toBe('1,250.50 DUSD')
  expect(writeAmount(2n ** 96n - 1n, token)).toBe(
    '79,228,162,514,264,337,593,543.950335 DUSD',
  )
  expect(writeAmount(5n, undefined)).toBe('5 units of an unknown token')
})

test('periods are told in the largest unit that divides them', () => {
  expect([0, 1440, 10_080, 43_200, 90, 120].map(describePeriod)).toEqual([
    'in total',
    'every day',
    'every 7 days',
    'every 30 days',
    'every 90 minutes',
    'every 2 hours',
  ])
})

test('the next reset follows from the last', () => {
  const limit = {
    module: '0x01',
    delegate: '0x02',
    token: '0x03',
    amount: 1n,
    spent: 0n,
    resetMinutes: 1440,
    lastResetMinute: 1000,
    nonce: 1,
  } as const
  expect(getNextReset(limit)).toBe(2440 * 60_000)
  expect(getNextReset({ ...limit, resetMinutes: 0 })).toBeUndefined()
})

test('a limit that never renews is not said to renew', () => {
  const present = { amount: 5n, spent: 5n, resetMinutes: 1440 }
  const token = { symbol: 'DUSD', decimals: 0 }
  const describe = (resetMinutes: number) =>
    describePresent(present, { token, value: 5n, resetMinutes })
  expect(describe(1440)).toMatch(/ until the limit renews or is reset\.$/)
  expect(describe(0)).toMatch(/ until the limit is reset\.$/)
  expect(describePresent(present, { token, value: 6n, resetMinutes: 0 })).toBe(
    'Now 5 DUSD every day, 5 DUSD of it spent. The amount already spent still counts.',
  )
})
