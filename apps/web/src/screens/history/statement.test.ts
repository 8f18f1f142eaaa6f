import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { Movement } from '../../queries/movements.js'
import { findMonth } from './periods.js'
import { toStatement } from './statement.js'

const safe = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0x2222222222222222222222222222222222222222'
const ether = { symbol: 'ETH', decimals: 18 }
const dollars = { symbol: 'DUSD', decimals: 6 }
const info = (value: `0x${string}`) => ({ value, name: null, logoUri: null })

function move(
  direction: 'INCOMING' | 'OUTGOING',
  value: bigint,
  txHash: `0x${string}`,
): Movement {
  const isIn = direction === 'INCOMING'
  return {
    id: `${txHash}${value}`,
    txHash,
    blockNumber: 1,
    timestamp: 0,
    sender: info(isIn ? bob : safe),
    recipient: info(isIn ? safe : bob),
    direction,
    transferInfo: {
      type: 'ERC20',
      tokenAddress: token,
      tokenName: null,
      tokenSymbol: 'DUSD',
      logoUri: null,
      trusted: true,
      value,
      decimals: 6,
      imitation: false,
    },
    cause: isIn ? 'INCOMING' : 'EXECUTION',
    transactionId: null,
    nonce: null,
    note: null,
    module: null,
    callPath: null,
    feePrice: null,
    signers: [],
    fee: isIn
      ? null
      : {
          payer: info(bob),
          gasUsed: 1n,
          gasPrice: 7n,
          maxFeePerGas: null,
          maxPriorityFeePerGas: null,
          total: 7n,
        },
    price: null,
  }
}

const movements = [
  move('INCOMING', 10n, '0x01'),
  move('OUTGOING', 3n, '0x02'),
  move('OUTGOING', 2n, '0x02'),
]

test('what came and went makes the closing balance, fees counted once', () => {
  const { lines, parties, fees } = toStatement(movements, {
    safe,
    opening: new Map([[zeroAddress, { amount: 1n, ...ether }]]),
    closing: new Map([
      [zeroAddress, { amount: 1n, ...ether }],
      [token, { amount: 5n, ...dollars }],
    ]),
  })
  expect(lines).toEqual([
    {
      token: zeroAddress,
      ...ether,
      ...{ opening: 1n, incoming: 0n, outgoing: 0n },
      ...{ closing: 1n, unexplained: 0n },
    },
    {
      token,
      ...dollars,
      ...{ opening: 0n, incoming: 10n, outgoing: 5n },
      ...{ closing: 5n, unexplained: 0n },
    },
  ])
  expect(parties).toMatchObject([
    { party: bob, token, incoming: 10n, outgoing: 5n, count: 3 },
  ])
  expect(fees).toBe(7n)
})

test('what no movement explains is told, and what nobody read is not made up', () => {
  const [, line] = toStatement(movements, {
    safe,
    opening: new Map([[token, { amount: 0n, ...dollars }]]),
    closing: new Map([[token, { amount: 4n, ...dollars }]]),
  }).lines
  expect(line?.unexplained).toBe(-1n)
  const [, unread] = toStatement(movements, {
    safe,
    opening: undefined,
    closing: undefined,
  }).lines
  expect(unread).toMatchObject({
    symbol: 'DUSD',
    incoming: 10n,
    opening: undefined,
    unexplained: undefined,
  })
})

test('a month ends with its last day', () => {
  expect(findMonth(new Date(2028, 1, 5))).toEqual({
    from: '2028-02-01',
    to: '2028-02-29',
  })
})
