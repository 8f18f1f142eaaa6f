import type { TransactionInfo } from '@covault/api'
import { type Tense, tellIntent } from '@covault/protocol'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { nameReported, toReported } from './reported.js'
import { toRow } from './row.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('a transfer says who, and which way', () => {
  const transfer = {
    type: 'Transfer',
    humanDescription: null,
    sender: info(bob),
    recipient: info(alice),
    direction: 'INCOMING',
    transferInfo: { type: 'NATIVE_COIN', value: 5n },
  } as const
  expect(say(transfer)).toBe('in: Received from Bob, + 5 ETH')
  expect(say({ ...transfer, direction: 'OUTGOING' })).toBe(
    'out: Send to 0xf39F…2266, − 5 ETH',
  )
})

test('the name of a token without one is its address', () => {
  expect(
    say({
      type: 'Transfer',
      humanDescription: null,
      sender: info(alice),
      recipient: info(bob),
      direction: 'OUTGOING',
      transferInfo: {
        type: 'ERC20',
        tokenAddress: alice,
        tokenName: null,
        tokenSymbol: null,
        logoUri: null,
        trusted: null,
        value: 7n,
        decimals: 6,
        imitation: false,
      },
    }),
  ).toBe('out: Send to Bob, − 7 0xf39F…2266')
})

test('changes of owners are whole sentences', () => {
  const change = (settingsInfo: object) =>
    say({
      type: 'SettingsChange',
      humanDescription: null,
      dataDecoded: { method: '', parameters: null },
      settingsInfo,
    } as TransactionInfo)
  expect(change({ type: 'ADD_OWNER', owner: info(bob), threshold: 3 })).toBe(
    'settings: Add owner Bob and require 3 signatures',
  )
  expect(
    change({ type: 'SWAP_OWNER', oldOwner: info(bob), newOwner: info(alice) }),
  ).toBe('settings: Replace owner Bob with 0xf39F…2266')
  expect(change({ type: 'DELETE_GUARD' })).toBe('settings: Remove the guard')
  expect(change({ type: 'SOMETHING_NEW' })).toBe(
    'settings: Change a setting of the safe',
  )
})

test('calls, batches and rejections are told apart', () => {
  const call = {
    type: 'Custom',
    humanDescription: null,
    to: info(bob),
    dataSize: 4,
    value: null,
    isCancellation: false,
    methodName: 'poke',
  } as const
  expect(say(call)).toBe('call: Call poke of Bob')
  expect(say({ ...call, actionCount: 3 })).toBe('call: Batch of 3 calls')
  expect(say({ ...call, methodName: 'approveHash' })).toBe(
    'call: Approve a transaction of safe Bob',
  )
  expect(say({ ...call, isCancellation: true })).toBe(
    'rejection: Reject nonce 9',
  )
})

test('history is in the past tense, and what failed was tried', () => {
  const change = {
    type: 'SettingsChange',
    humanDescription: null,
    dataDecoded: { method: '', parameters: null, accuracy: null },
    settingsInfo: { type: 'ADD_OWNER', owner: info(bob), threshold: 3 },
  } as const
  expect(say(change, 'done')).toBe(
    'settings: Added owner Bob and required 3 signatures',
  )
  expect(say(change, 'failed')).toBe(
    'settings: Tried to add owner Bob and require 3 signatures',
  )
})

test('a name that others chose stands behind the address', () => {
  const named = { value: alice, name: 'Bank', logoUri: null } as const
  expect(
    say({
      type: 'Creation',
      humanDescription: null,
      creator: named,
      transactionHash: `0x${'00'.repeat(32)}`,
      implementation: null,
      factory: null,
      saltNonce: null,
    }),
  ).toBe('creation: Safe created by 0xf39F…2266 “Bank”')
})

function say(info: TransactionInfo, tense?: Tense): string {
  const nameOf = (address: Address) => (address === bob ? 'Bob' : undefined)
  const reported = toReported(info, { nativeSymbol: 'ETH', nonce: 9n })
  const { icon, words, amount } = toRow(
    tellIntent(reported, { tense }),
    nameReported(info, nameOf),
  )
  const sentence = words.map(({ text }) => text).join('')
  const moved = amount
    ? `, ${amount.sign} ${amount.value} ${amount.symbol}`
    : ''
  return `${icon}: ${sentence}${moved}`
}

function info(value: Address) {
  return { value, name: null, logoUri: null }
}
