import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backOff, readRetryAfter } from './retry.js'

test('waits longer after each failure, up to thirty seconds', () => {
  const longest = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12].map((n) => backOff(n, 1))
  expect(longest).toEqual([
    250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ])
})

test('spreads the wait over its second half', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (failures, random) => {
        const longest = backOff(failures, 1)
        const delay = backOff(failures, random)
        expect(delay).toBeGreaterThanOrEqual(longest / 2)
        expect(delay).toBeLessThanOrEqual(longest)
      },
    ),
  )
})

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 50_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['Thursday, 01-Jan-70 00:01:00 GMT', 50_000],
  ['Thu Jan  1 00:01:00 1970', 50_000],
  ['1234567890', 1_234_567_890_000],
  ['9'.repeat(400), Number.POSITIVE_INFINITY],
  ['Thu, 01 Jan 1970', undefined],
  ['Sun, whatever 5', undefined],
  ['Thu, 99 Jan 1970 00:01:00 GMT', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['', undefined],
  ['-5', undefined],
  [null, undefined],
])('reads Retry-After %j as %j ms', (header, expected) => {
  expect(readRetryAfter(header, 10_000)).toBe(expected)
})
