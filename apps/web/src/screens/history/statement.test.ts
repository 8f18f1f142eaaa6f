import { type Address, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { Movement } from '../../queries/movements.js'
import { findMonth } from './periods.js'
import { toStatement } from './statement.js'

const safe = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0x2222222222222222222222222222222222222222'
const ether = { symbol: 'ETH', decimals: 18 }
const has = (amount: bigint, facts?: typeof ether) => ({ amount, facts })
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

test('what came and went makes the closing balance', () => {
  const { lines, parties, kinds } = toStatement(movements, {
    safe,
    opening: new Map<Address, ReturnType<typeof has>>([
      [zeroAddress, has(1n, ether)],
      // It was not there yet.
      [token, has(0n)],
    ]),
    closing: new Map<Address, ReturnType<typeof has>>([
      [zeroAddress, has(1n, ether)],
      [token, has(5n, dollars)],
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
  expect(kinds).toMatchObject([
    { kind: 'received', token, incoming: 10n, outgoing: 0n, count: 1 },
    { kind: 'owners', token, incoming: 0n, outgoing: 5n, count: 2 },
  ])
})

test('says that collectibles are in no sum', () => {
  const [first] = movements
  if (!first) throw new Error('Nothing moved.')
  const collectible: Movement = {
    ...first,
    transferInfo: {
      type: 'ERC721',
      tokenAddress: token,
      tokenName: null,
      tokenSymbol: null,
      logoUri: null,
      trusted: true,
      tokenId: 7n,
    },
  }
  const ends = { safe, opening: undefined, closing: undefined } as const
  expect(toStatement(movements, ends).hasCollectibles).toBe(false)
  const { kinds, hasCollectibles } = toStatement([collectible], ends)
  expect(kinds).toEqual([])
  expect(hasCollectibles).toBe(true)
})

test('what no movement explains is told, and what nobody read is not made up', () => {
  const [, line] = toStatement(movements, {
    safe,
    opening: new Map([[token, has(0n, dollars)]]),
    closing: new Map([[token, has(4n, dollars)]]),
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

test('a token that gives no answer has no balance, and one without decimals no guess', () => {
  const [, line] = toStatement(
    movements.map((one) => ({
      ...one,
      transferInfo: { ...one.transferInfo, decimals: null } as never,
    })),
    { safe, opening: new Map(), closing: new Map() },
  ).lines
  expect(line).toMatchObject({
    token,
    decimals: undefined,
    opening: undefined,
    incoming: 10n,
    closing: undefined,
    unexplained: undefined,
  })
})

test('refunds and modules are kinds of their own, and what goes to oneself is none', () => {
  const paid = move('OUTGOING', 3n, '0x02')
  const { kinds, lines } = toStatement(
    [
      { ...paid, cause: 'REFUND' },
      { ...paid, module: info(bob) },
      { ...paid, recipient: info(safe), direction: 'SELF' },
    ],
    { safe, opening: undefined, closing: undefined },
  )
  expect(kinds.map(({ kind, outgoing }) => [kind, outgoing])).toEqual([
    ['refund', 3n],
    ['module', 3n],
  ])
  expect(lines[1]?.outgoing).toBe(6n)
})

test('a month ends with its last day', () => {
  expect(findMonth(new Date(2028, 1, 5))).toEqual({
    from: '2028-02-01',
    to: '2028-02-29',
  })
})
