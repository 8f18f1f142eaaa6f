import { parseEther, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { checkFunds } from './checkFunds.js'

const token = '0x7169D38820dfd117C3FA1f22a697dBA58d90BA06'
const held = new Map([
  [zeroAddress, { symbol: 'ETH', decimals: 18, balance: parseEther('2') }],
  [token, { symbol: 'USDT', decimals: 6, balance: 1_000_000n }],
] as const)

const check = (...rows: { token: string; amount: string }[]) =>
  checkFunds(
    rows.map((row, id) => ({ id, ...row })),
    held,
  )

test('takes amounts up to everything the safe has', () => {
  expect(
    check({ token: zeroAddress, amount: '2' }, { token, amount: '0.5' }),
  ).toEqual([
    { token: zeroAddress, mistakes: {}, value: parseEther('2') },
    { token, mistakes: {}, value: 500_000n },
  ])
})

test.each([
  [{ token: zeroAddress, amount: '' }, 'Enter an amount, or remove the row.'],
  [{ token: zeroAddress, amount: '2.1' }, 'The safe has only 2 ETH.'],
  [{ token: zeroAddress, amount: '0' }, 'The amount must be more than 0.'],
  [
    { token, amount: '0.1234567' },
    'USDT has 6 decimals, but this amount has 7.',
  ],
])('refuses the amount of %o', (row, reason) => {
  expect(check(row)[0]?.mistakes.amount).toBe(reason)
})

test('refuses a token that is not held, and one that is there twice', () => {
  const stranger = '0x00000000000000000000000000000000000000AA'
  expect(check({ token: stranger, amount: '1' })[0]?.mistakes.token).toBe(
    'The safe doesn’t hold this token.',
  )
  const row = { token: zeroAddress, amount: '1' }
  expect(check(row, row)[1]?.mistakes.token).toBe(
    'ETH already has a row. Change the amount there.',
  )
})
