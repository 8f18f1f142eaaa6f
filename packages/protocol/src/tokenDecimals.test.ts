import { expect, test } from 'vitest'
import { isDecimals } from './tokenDecimals.js'

test('decimals are what fits a uint8', () => {
  expect([0, 6, 18, 255].filter((value) => !isDecimals(value))).toEqual([])
  expect(
    [-1, 1.5, 256, 4e8, Number.NaN, Number.POSITIVE_INFINITY].filter(
      isDecimals,
    ),
  ).toEqual([])
})
