import type { TransactionSummary } from '@covault/api'
import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { sumDay } from './dayNet.js'

const safe = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0x2222222222222222222222222222222222222222'
const info = (value: `0x${string}`) => ({ value, name: null, logoUri: null })
const native = { symbol: 'ETH', decimals: 18 }

const dusd = (value: bigint, trusted = true) =>
  ({
    type: 'ERC20',
    tokenAddress: token,
    tokenName: null,
    tokenSymbol: 'DUSD',
    logoUri: null,
    trusted,
    value,
    decimals: 6,
    imitation: false,
  }) as const

const received: TransactionSummary = {
  id: 'transfer_1',
  txHash: '0x01',
  timestamp: 0,
  txStatus: 'SUCCESS',
  txInfo: {
    type: 'Transfer',
    humanDescription: null,
    sender: info(bob),
    recipient: info(safe),
    direction: 'INCOMING',
    transferInfo: dusd(10n),
  },
  executionInfo: null,
  safeAppInfo: null,
  note: null,
}
const sum = {
  count: 1,
  counterparty: null,
  counterparties: 2,
  calls: 1,
} as const
const swapped: TransactionSummary = {
  ...received,
  id: 'multisig_1',
  txInfo: {
    type: 'Custom',
    humanDescription: null,
    to: info(bob),
    dataSize: 4,
    value: null,
    isCancellation: false,
    methodName: 'swap',
  },
  movements: [
    {
      ...sum,
      direction: 'OUTGOING',
      transferInfo: { type: 'NATIVE_COIN', value: 3n },
    },
    { ...sum, direction: 'INCOMING', transferInfo: dusd(10n) },
  ],
}

test('a day is what came less what went, each counted once', () => {
  expect(sumDay([received, swapped], native)).toEqual([
    { token, symbol: 'DUSD', decimals: 6, value: 10n },
    { token: zeroAddress, ...native, value: -3n },
  ])
  expect(sumDay([swapped], native).map(({ value }) => value)).toEqual([
    -3n,
    10n,
  ])
})

test('what failed, and what nobody trusts, is left out', () => {
  const { txInfo } = received
  expect(sumDay([{ ...swapped, txStatus: 'FAILED' }], native)).toEqual([])
  const worthless = { ...txInfo, transferInfo: dusd(5n, false) }
  expect(
    sumDay(
      [{ ...received, txInfo: worthless as TransactionSummary['txInfo'] }],
      native,
    ),
  ).toEqual([])
})

test('a refund of gas is part of the net, also of what failed', () => {
  const refund = { type: 'NATIVE_COIN', value: 3n } as const
  const failed: TransactionSummary = {
    ...swapped,
    txStatus: 'FAILED',
    movements: [],
    refund,
  }
  const done: TransactionSummary = {
    ...swapped,
    txHash: '0x02',
    movements: [],
    refund: dusd(4n),
  }
  expect(
    sumDay([failed, done], native).map(({ token, value }) => [token, value]),
  ).toEqual([
    [zeroAddress, -3n],
    [token, -4n],
  ])
})
