import type { TransactionInfo } from '@covault/api'
import {
  decodeCall,
  encodeMultiSend,
  getIntent,
  getKnownContracts,
  type Intent,
  type Telling,
  tellIntent,
} from '@covault/protocol'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  parseAbi,
} from 'viem'
import { expect, test } from 'vitest'
import { isToldOtherwise } from './isToldOtherwise.js'
import { toReported } from './reported.js'
import { toRow } from './row.js'

const safe = '0x1111111111111111111111111111111111111111'
const token = '0x2222222222222222222222222222222222222222'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const mallory = '0x3333333333333333333333333333333333333333'
const native = { name: 'Ether', symbol: 'ETH', decimals: 18 }

test('a row says who is paid and what moves', () => {
  expect(say(tell({ to: bob, value: 5n }))).toBe('out: Send to Bob, −5 ETH')
  expect(say(tell({ to: token, data: pay(bob, 7n) }))).toBe(
    'out: Send to Bob, −7 TKN',
  )
})

test('bytes that are not explained take the whole sentence', () => {
  const told = say(tell({ to: token, data: `${pay(bob, 7n)}00` }))
  expect(told).toMatch(/^call: .*1 byte not explained/)
})

test('an approval and a delegatecall are told as what they are', () => {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [mallory, maxUint256],
  })
  expect(say(tell({ to: token, data }))).toBe(
    'call: Allow 0x3333…3333 to spend an unlimited amount of TKN',
  )
  expect(say(tell({ to: mallory, data: '0x01', operation: 1 }))).toMatch(
    /^call: Execute the code of 0x3333…3333 as 0x1111…1111 \(delegatecall/,
  )
})

test('a batch is told by what it does, its gravest call first', () => {
  const payments: { to: Address; data: Hex }[] = [
    { to: token, data: pay(bob, 7n) },
    { to: token, data: pay(mallory, 5n) },
  ]
  expect(say(tell(batch(payments)))).toBe('out: Send to 2 recipients, −12 TKN')
  const data = encodeFunctionData({
    abi: parseAbi(['function addOwnerWithThreshold(address,uint256)']),
    args: [mallory, 1n],
  })
  expect(say(tell(batch([...payments, { to: safe, data }])))).toBe(
    'settings: Add owner 0x3333…3333 and require 1 of 2 owners; send 0.000012 TKN to 2 recipients',
  )
})

test('what a selector may mean is no part of a row', () => {
  const data = pay(bob, 7n)
  expect(say(tell({ to: mallory, data }))).toBe(
    'call: Unknown call to 0x3333…3333 with 68 bytes',
  )
  expect(say(tell({ to: mallory, data, operation: 1 }))).toMatch(/68 bytes\)$/)
})

test('a change of the safe has its own sign', () => {
  const data = encodeFunctionData({
    abi: parseAbi(['function changeThreshold(uint256)']),
    args: [1n],
  })
  expect(say(tell({ to: safe, data }))).toMatch(
    /^settings: Change threshold from 1 to 1/,
  )
  expect(say(tell({ to: safe }))).toBe('rejection: Reject nonce 4')
})

test('harmless words for other bytes are found out', () => {
  const transfer = {
    type: 'Transfer',
    humanDescription: null,
    sender: info(safe),
    recipient: info(bob),
    direction: 'OUTGOING',
    transferInfo: { type: 'NATIVE_COIN', value: 5n },
  } as const
  const otherwise = (call: Parameters<typeof tell>[0]) =>
    isToldOtherwise(report(transfer), read(call))
  expect(otherwise({ to: bob, value: 5n })).toBe(false)
  expect(otherwise({ to: bob, value: 6n })).toBe(true)
  expect(otherwise({ to: mallory, value: 5n })).toBe(true)
  expect(otherwise({ to: token, data: pay(bob, 5n) })).toBe(true)
  expect(otherwise({ to: mallory, data: '0x01', operation: 1 })).toBe(true)
  const rejection = {
    type: 'Custom',
    humanDescription: null,
    to: info(safe),
    dataSize: 0,
    value: 0n,
    isCancellation: true,
    methodName: null,
  } as const
  expect(isToldOtherwise(report(rejection), read({ to: safe }))).toBe(false)
  expect(isToldOtherwise(report(rejection), read({ to: bob, value: 5n }))).toBe(
    true,
  )
})

const tell = (call: Parameters<typeof read>[0]) => tellIntent(read(call))

const report = (info: TransactionInfo) =>
  toReported(info, { nativeCurrency: native })

function read({
  to,
  value = 0n,
  data = '0x',
  operation = 0,
}: {
  to: Address
  value?: bigint
  data?: Hex
  operation?: 0 | 1
}): Intent {
  const tree = decodeCall(
    { to, value, data, operation },
    {
      safe,
      contracts: new Map([
        ...getKnownContracts({ chainId: 1 }),
        [token, { kind: 'erc20' as const }],
      ]),
    },
  )
  return getIntent(tree, {
    nonce: 4n,
    nativeCurrency: native,
    tokens: new Map([[token, { symbol: 'TKN', decimals: 6 }]]),
    ownerSets: new Map([[safe, { owners: [bob], threshold: 1 }]]),
  })
}

function batch(calls: readonly { to: Address; data: Hex }[]) {
  const legs = calls.map((one) => ({
    ...one,
    value: 0n,
    operation: 0 as const,
  }))
  return {
    to: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
    data: encodeMultiSend(legs),
    operation: 1,
  } as const
}

function pay(to: Address, value: bigint): Hex {
  return encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, value],
  })
}

const info = (value: Address) => ({ value, name: null, logoUri: null })

function say(telling: Telling): string {
  const nameOf = (who: Address) => (who === bob ? 'Bob' : undefined)
  const { icon, words, amount } = toRow(telling, nameOf)
  const moved = amount ? `, ${amount.sign}${amount.value} ${amount.symbol}` : ''
  return `${icon}: ${words.map(({ text }) => text).join('')}${moved}`
}
