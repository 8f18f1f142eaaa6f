// @vitest-environment node
import { expect, test } from 'vitest'
import { writeUnpriced } from './unpriced.js'

const name = (symbol: string) => ({ symbol, token: '0x12' }) as const

test('names the tokens without a price, and counts many', () => {
  expect(writeUnpriced([])).toBe('')
  expect(writeUnpriced([name('GRDN'), name('')])).toBe(
    'not counting GRDN, 0x12, price unknown',
  )
  expect(writeUnpriced(['A', 'B', 'C', 'D'].map(name))).toBe(
    'not counting 4 tokens, price unknown',
  )
})
