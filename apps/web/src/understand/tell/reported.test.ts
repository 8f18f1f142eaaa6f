import type { MovementSum, TransactionInfo } from '@covault/api'
import { type Tense, tellIntent } from '@covault/protocol'
import { type Address, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import {
  describeReported,
  nameReported,
  reportTransaction,
  toReported,
} from './reported.js'
import { toRow } from './row.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const native = { symbol: 'ETH', decimals: 18 }

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

test('the chain’s own currency has the decimals that its operator gave it', () => {
  const nativeCurrency = { symbol: 'NEW', decimals: 12 }
  const transferInfo = {
    type: 'NATIVE_COIN',
    value: 1_500_000_000_000n,
  } as const
  const sent = {
    type: 'Transfer',
    humanDescription: null,
    direction: 'OUTGOING',
    sender: info(alice),
    recipient: info(bob),
    transferInfo,
  } as const
  const call = {
    type: 'Custom',
    humanDescription: null,
    to: info(bob),
    dataSize: 4,
    value: 1_500_000_000_000n,
    isCancellation: false,
    methodName: 'poke',
  } as const
  const moved = {
    direction: 'OUTGOING',
    transferInfo,
    count: 2,
    calls: 2,
    counterparty: null,
    counterparties: 2,
  } as const
  const tell = (txInfo: TransactionInfo, movements: MovementSum[] = []) =>
    describeReported(
      { txInfo, txStatus: 'SUCCESS', executionInfo: null, movements },
      { nativeCurrency, nameOf: () => undefined },
    )
  expect(toReported(sent, { nativeCurrency })).toMatchObject({
    amount: { value: 1_500_000_000_000n, facts: nativeCurrency },
  })
  expect(tell(sent)).toBe('Sent 1.5 NEW to 0x7099…79C8')
  expect(tell(call)).toBe('Called poke of 0x7099…79C8 and sent 1.5 NEW along')
  expect(tell(call, [moved])).toBe(
    'Called poke of 0x7099…79C8, sent 1.5 NEW to 2 recipients',
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
  expect(say({ ...call, isCancellation: true }, 'done')).toBe(
    'rejection: Rejected the transaction at nonce 9',
  )
})

test('what was executed is told by what it moved', () => {
  const told = (
    movements: readonly MovementSum[],
    call: { methodName?: string; actionCount?: number } = { actionCount: 2 },
    batch?: { calls: number; others: number | null },
  ) => {
    const txInfo = {
      type: 'Custom',
      humanDescription: null,
      to: info(bob),
      dataSize: 4,
      value: null,
      isCancellation: false,
      methodName: 'multiSend',
      ...call,
    } as const
    const intent = reportTransaction(
      { txInfo, executionInfo: null, movements: [...movements], batch },
      native,
    )
    return writeRow(txInfo, intent, 'done')
  }
  const dusd = {
    type: 'ERC20',
    tokenAddress: '0x2222222222222222222222222222222222222222',
    tokenName: null,
    tokenSymbol: 'DUSD',
    logoUri: null,
    trusted: true,
    value: 3_250_500_000n,
    decimals: 6,
    imitation: false,
  } as const
  const paid = {
    direction: 'OUTGOING',
    transferInfo: dusd,
    count: 2,
    counterparty: null,
    counterparties: 2,
    calls: 2,
  } as const
  const ether = {
    ...paid,
    transferInfo: { type: 'NATIVE_COIN', value: 10n ** 18n },
    counterparty: info(bob),
    counterparties: 1,
    count: 1,
    calls: 1,
  } as const
  expect(told([paid])).toBe('out: Sent to 2 recipients, − 3250500000 DUSD')
  expect(told([ether], { actionCount: 3 }, { calls: 3, others: 2 })).toBe(
    'out: Sent to Bob, and 2 other calls, − 1000000000000000000 ETH',
  )
  expect(told([paid, ether])).toBe('out: Sent 3,250.5 DUSD and 1 ETH')
  const received = { ...paid, direction: 'INCOMING', calls: null } as const
  expect(told([ether, received])).toBe(
    'out: Sent to Bob, received 3,250.5 DUSD from 2 senders, − 1000000000000000000 ETH',
  )
  expect(told([{ ...received, counterparty: info(bob) }])).toBe(
    'in: Received from Bob, + 3250500000 DUSD',
  )
  expect(told([received], { methodName: 'claim' })).toBe(
    'call: Called claim of Bob, received 3,250.5 DUSD from 2 senders',
  )
  const collectibles = {
    ...paid,
    transferInfo: { ...dusd, type: 'ERC721', tokenId: 7n },
    counterparty: info(bob),
    count: 3,
  } as const
  expect(told([collectibles])).toBe(
    'out: Sent 3 collectibles of 0x2222…2222 to Bob',
  )
  expect(told([])).toBe('call: Batch of 2 calls')
  // A mint and three approvals: nobody knows which call brought it.
  expect(
    told([{ ...received, counterparty: info(bob) }], undefined, {
      calls: 4,
      others: null,
    }),
  ).toBe('in: Received from Bob, in a batch of 4 calls, + 3250500000 DUSD')
  const minted = { ...received, counterparty: info(zeroAddress) } as const
  expect(told([minted])).toBe('in: Minted, + 3250500000 DUSD')
  expect(told([ether, minted])).toBe(
    'out: Sent to Bob, minted 3,250.5 DUSD, − 1000000000000000000 ETH',
  )
  const items = { ...collectibles.transferInfo, quantity: 5n } as const
  expect(told([{ ...collectibles, transferInfo: items, count: 2 }])).toBe(
    'out: Sent to Bob, − 5 DUSD #7',
  )
})

test('a collectible without a symbol is told with its collection', () => {
  const minted = (collection: Address) =>
    say({
      type: 'Transfer',
      humanDescription: null,
      sender: info(zeroAddress),
      recipient: info(alice),
      direction: 'INCOMING',
      transferInfo: {
        type: 'ERC721',
        tokenAddress: collection,
        tokenId: 7n,
        quantity: 12n,
        trusted: null,
        tokenName: null,
        tokenSymbol: null,
        logoUri: null,
      },
    })
  expect(minted(alice)).toBe('in: Minted, + 12 0xf39F…2266 #7')
  expect(minted(bob)).toBe('in: Minted, + 12 Bob #7')
})

test('history is in the past tense, and what failed was tried', () => {
  const change = {
    type: 'SettingsChange',
    humanDescription: null,
    dataDecoded: { method: '', parameters: null, accuracy: null },
    settingsInfo: { type: 'ADD_OWNER', owner: info(bob), threshold: 3 },
  } as const
  expect(say(change, 'done')).toBe(
    'settings: Added owner Bob and set the threshold to 3 signatures',
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
  const reported = toReported(info, { nativeCurrency: native, nonce: 9n })
  return writeRow(info, reported, tense)
}

function writeRow(
  info: TransactionInfo,
  reported: ReturnType<typeof toReported>,
  tense?: Tense,
): string {
  const nameOf = (address: Address) => (address === bob ? 'Bob' : undefined)
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
