import { pad, toHex } from 'viem'
import { expect, test } from 'vitest'
import {
  listMovements,
  nominateHoldings,
  sumMovements,
} from './assetMovements.js'
import { listApprovals } from './loggedApprovals.js'

const ann = '0x3333333333333333333333333333333333333333'
const ben = '0x4444444444444444444444444444444444444444'
const token = '0x5555555555555555555555555555555555555555'
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const transfer =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approval =
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const approvalForAll =
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const words = (...values: (bigint | `0x${string}`)[]) =>
  values.map((value) =>
    typeof value === 'bigint'
      ? toHex(value, { size: 32 })
      : pad(value, { size: 32 }),
  )
const log = (
  address: string,
  topics: readonly string[],
  value: bigint | undefined,
) => ({
  address,
  topics,
  data: value === undefined ? '0x' : toHex(value, { size: 32 }),
})

test('adds up what goes to and fro, native and tokens apart', () => {
  const logs = [
    log(native, [transfer, ...words(ann, ben)], 5n),
    log(token, [transfer, ...words(ann, ben)], 7n),
    log(token, [transfer, ...words(ben, ann)], 2n),
    log(token, [transfer, ...words(ann, ben, 9n)], undefined),
  ]
  const sums = sumMovements(listMovements(logs))
  expect(
    sums.map(({ holder, asset, change }) => [holder, asset, change]),
  ).toEqual([
    [ann, { kind: 'native' }, -5n],
    [ben, { kind: 'native' }, 5n],
    [ann, { kind: 'erc20', token }, -5n],
    [ben, { kind: 'erc20', token }, 5n],
    [ann, { kind: 'erc721', token, tokenId: 9n }, -1n],
    [ben, { kind: 'erc721', token, tokenId: 9n }, 1n],
  ])
})

test('an account that an unknown log names may hold something else now', () => {
  const deposit =
    '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
  const holdings = nominateHoldings(
    [
      log(token, [deposit, ...words(ben, 12n)], 3n),
      log(token, [transfer, ...words(ann, ben)], 7n),
    ],
    ann,
  )
  expect(holdings.map(({ holder }) => holder)).toEqual([ann, ben])
})

test('of approvals the last one counts', () => {
  const logs = [
    log(token, [approval, ...words(ann, ben)], 5n),
    log(token, [approval, ...words(ann, ben)], 0n),
    log(token, [approval, ...words(ann, ben, 8n)], undefined),
    log(token, [approvalForAll, ...words(ann, ben)], 1n),
    // Cut off: that is no approval.
    { address: token, topics: [approval, ...words(ann, ben)], data: '0x01' },
  ]
  const named = { token, holder: ann, spender: ben }
  expect(listApprovals(logs)).toEqual([
    { ...named, kind: 'amount', amount: 0n },
    { ...named, kind: 'item', tokenId: 8n },
    { ...named, kind: 'all', isApproved: true },
  ])
})
