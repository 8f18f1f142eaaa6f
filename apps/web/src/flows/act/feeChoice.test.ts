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
  ['gas', 'abc', 'Enter a whole number.'],
  ['gas', '', 'Enter a whole number.'],
  ['gas', '0', 'Enter at least 21,000: no transaction uses less.'],
  ['gas', '20999', 'Enter at least 21,000: no transaction uses less.'],
  [
    'gas',
    '99999999999',
    'Enter at most 999,999,999: no block has room for more.',
  ],
  [
    'maxFee',
    '-1',
    'Enter a number in gwei with at most 9 decimals, for example 1.5.',
  ],
  ['maxFee', '0', 'Enter more than 0.'],
  ['maxFee', '0.000', 'Enter more than 0.'],
  ['tip', '3.123456790', 'The tip is part of the max fee and can’t exceed it.'],
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
    'The estimate is 98,766 gas. With a lower limit the transaction runs out of gas: it fails, and the fee is spent.',
  )
})
