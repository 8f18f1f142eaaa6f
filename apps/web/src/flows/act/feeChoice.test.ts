// @vitest-environment node
import { parseGwei } from 'viem'
import { expect, test } from 'vitest'
import {
  findFeeProblems,
  readFeeTexts,
  toFeeTexts,
  warnOfFees,
} from './feeChoice.js'

const estimate = {
  gas: 98_765n,
  fees: {
    kind: 'eip1559',
    maxFeePerGas: parseGwei('3.123456789'),
    maxPriorityFeePerGas: parseGwei('1'),
  },
} as const
const texts = toFeeTexts(estimate)

test('what the fields show is what is sent, to the wei', () => {
  expect(readFeeTexts(texts).choice).toEqual(estimate)
  const legacy = {
    gas: 21_000n,
    fees: { kind: 'legacy', gasPrice: 7n },
  } as const
  expect(toFeeTexts(legacy)).toEqual({ gas: '21000', price: '0.000000007' })
  expect(readFeeTexts(toFeeTexts(legacy)).choice).toEqual(legacy)
})

test.each([
  ['gas', 'abc', 'A whole number, written in digits.'],
  ['gas', '', 'A whole number, written in digits.'],
  ['gas', '0', 'At least 21,000: no transaction takes less.'],
  ['gas', '20999', 'At least 21,000: no transaction takes less.'],
  ['gas', '99999999999', 'At most 999,999,999: no block has room for more.'],
  ['maxFee', '-1', 'A number in gwei, with a point and at most 9 decimals.'],
  ['maxFee', '0', 'More than 0: nobody mines it for nothing.'],
  ['maxFee', '0.000', 'More than 0: nobody mines it for nothing.'],
  [
    'tip',
    '3.123456790',
    'The tip is a part of the highest fee and cannot be above it.',
  ],
])('%s of “%s” cannot be sent', (name, text, words) => {
  const edited = { ...texts, [name]: text }
  expect(findFeeProblems(edited)).toHaveProperty(name, words)
  const { choice, problem } = readFeeTexts(edited)
  expect(choice).toBeUndefined()
  expect(problem).toContain(`: ${words}`)
})

test('no tip and the least gas are a choice', () => {
  const { choice } = readFeeTexts({ ...texts, gas: '21000', tip: '0' })
  expect(choice?.gas).toBe(21_000n)
})

test('a limit below what it takes is warned of', () => {
  expect(warnOfFees(estimate, { needed: 98_765n })).toBeUndefined()
  expect(warnOfFees(estimate, { needed: 98_766n })).toBe(
    'The chain estimates that it takes 98,766 gas. With a limit below that it runs out of gas: it fails, and the fee is spent.',
  )
})
