import { expect, test } from 'vitest'
import { sumInCents } from './sumInCents.js'

test('adds up what lists show, to the cent', () => {
  const items = ['0.004', '0.004', '1.005', '87195.761'].map((fiatBalance) => ({
    fiatBalance,
  }))
  expect(sumInCents(items)).toBe('87196.77')
  expect(sumInCents([])).toBe('0')
})
