import {
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  type Log,
  type TransactionReceipt,
} from 'viem'
import { expect, test } from 'vitest'
import type { Movement } from '../../queries/movements.js'
import { compareMovements } from './compareMovements.js'

const safe = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0x2222222222222222222222222222222222222222'
const id = 'multisig_1'

const info = (value: `0x${string}`) => ({ value, name: null, logoUri: null })

const paid: Movement = {
  id: 'transfer_1',
  txHash: `0x${'12'.repeat(32)}`,
  blockNumber: 12,
  timestamp: 0,
  sender: info(safe),
  recipient: info(bob),
  direction: 'OUTGOING',
  transferInfo: {
    type: 'ERC20',
    tokenAddress: token,
    tokenName: null,
    tokenSymbol: 'X',
    logoUri: null,
    trusted: true,
    value: 5n,
    decimals: 6,
    imitation: false,
  },
  cause: 'EXECUTION',
  transactionId: id,
  nonce: 1n,
  note: null,
  module: null,
  callPath: null,
  feePrice: null,
  signers: [],
  fee: null,
  price: null,
}
const ether: Movement = {
  ...paid,
  id: 'transfer_2',
  transferInfo: { type: 'NATIVE_COIN', value: 7n },
}

function log(value: bigint): Log {
  return {
    address: token,
    topics: encodeEventTopics({
      abi: erc20Abi,
      eventName: 'Transfer',
      args: { from: safe, to: bob },
    }),
    data: encodeAbiParameters([{ type: 'uint256' }], [value]),
  } as unknown as Log
}

const compare = (movements: readonly Movement[], logs: readonly Log[]) =>
  compareMovements(movements, {
    safe,
    receipt: { logs } as unknown as TransactionReceipt,
    call: { to: bob, value: 7n, data: '0x', operation: 0 },
    id,
  })

test('what the receipt and the bytes have is believed', () => {
  expect(compare([paid, ether], [log(5n), log(0n)])).toBeUndefined()
})

test('what they do not have is invented, and the rest is missing', () => {
  expect(compare([paid], [log(6n)])).toBe('invented')
  expect(compare([paid, paid], [log(5n)])).toBe('invented')
  const more = { type: 'NATIVE_COIN', value: 8n } as const
  expect(compare([{ ...ether, transferInfo: more }], [])).toBe('invented')
  expect(compare([], [log(5n)])).toBe('missing')
})
