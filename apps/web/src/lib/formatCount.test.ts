import { expect, test } from 'vitest'
import { formatCount, formatNumber } from './formatCount.js'

test('one is singular, everything else plural', () => {
  expect(formatCount(1, 'safe')).toBe('1 safe')
  expect(formatCount(0, 'safe')).toBe('0 safes')
  expect(formatCount(1200, 'safe')).toBe('1,200 safes')
})

test('a block number keeps all of its digits', () => {
  expect(formatNumber(2n ** 63n)).toBe('9,223,372,036,854,775,808')
})
