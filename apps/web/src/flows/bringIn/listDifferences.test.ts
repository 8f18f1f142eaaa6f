import {
  type Call,
  encodeCalldata,
  encodeMultiSend,
  erc20TransferMethod,
  type SafeTransaction,
} from '@covault/protocol'
import { type Address, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { compareBeside, compareTransactions } from './listDifferences.js'

const ether = { symbol: 'ETH', decimals: 18 }
const token: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const [carol, mallory] = [
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
] as const
const ours: SafeTransaction = {
  ...{ to: carol, value: 10n ** 18n, data: '0x', operation: 0 },
  ...{ safeTxGas: 0n, baseGas: 0n, gasPrice: 0n, gasToken: zeroAddress },
  ...{ refundReceiver: zeroAddress, nonce: 4n },
}

function pay(recipient: Address, amount: bigint, to = token): Call {
  const data = encodeCalldata(erc20TransferMethod, [recipient, amount])
  return { to, value: 0n, data, operation: 0 }
}

function compare(
  file: Partial<SafeTransaction>,
  queue: Partial<SafeTransaction>,
) {
  return compareTransactions({ ...ours, ...file }, { ...ours, ...queue }, ether)
}

test('names nothing where nothing differs', () => {
  expect(compare({}, {})).toEqual([])
  expect(compare({}, { to: carol.toLowerCase() as Address })).toEqual([])
})

test('names each of the ten fields that differs', () => {
  const other: Partial<SafeTransaction> = {
    ...{ to: mallory, value: 15n * 10n ** 17n, data: '0x1234', operation: 1 },
    ...{ safeTxGas: 1n, baseGas: 2n, gasPrice: 3n, gasToken: token },
    ...{ refundReceiver: mallory, nonce: 5n },
  }
  expect(compare(other, {})).toEqual([
    { field: 'Call type', file: 'Delegatecall', queue: 'Call' },
    { field: 'Nonce', file: '5', queue: '4' },
    { field: 'Gas for the call (safeTxGas)', file: '1', queue: '0' },
    { field: 'Refunded base gas (baseGas)', file: '2', queue: '0' },
    { field: 'Refunded gas price (gasPrice)', file: '3', queue: '0' },
    { field: 'Refund token (gasToken)', file: token, queue: 'Native currency' },
    {
      field: 'Refund recipient (refundReceiver)',
      file: mallory,
      queue: 'The account that executes',
    },
    { field: 'Recipient or contract', file: mallory, queue: carol },
    { field: 'Amount', file: '1.50 ETH', queue: '1.00 ETH' },
    { field: 'Method', file: 'Unknown (0x1234)', queue: 'None' },
    { field: 'Calldata', file: '0x1234', queue: 'None' },
  ])
})

test('names the argument of a known method that differs', () => {
  expect(compare(pay(mallory, 5n), pay(carol, 5n))).toEqual([
    { field: 'transfer, to', file: mallory, queue: carol },
  ])
  // Not as its method is encoded: the bytes themselves are shown.
  const { data } = pay(carol, 5n)
  expect(
    compare({ ...pay(carol, 5n), data: `${data}00` }, pay(carol, 5n)),
  ).toEqual([{ field: 'Calldata', file: `${data}00`, queue: data }])
})

function batch(...calls: Call[]): Partial<SafeTransaction> {
  return { to: token, value: 0n, operation: 1, data: encodeMultiSend(calls) }
}

test('compares a batch call by call', () => {
  expect(
    compare(
      batch(pay(carol, 5n), pay(mallory, 7n)),
      batch(pay(carol, 5n), pay(carol, 7n)),
    ),
  ).toEqual([{ field: 'Call 2: transfer, to', file: mallory, queue: carol }])
})

test('tells all of a call that only one of the two has', () => {
  const added = batch(pay(carol, 5n), pay(carol, 1n))
  expect(compare(batch(pay(carol, 5n)), added)).toEqual([
    { field: 'Call 2: Call type', file: 'None', queue: 'Call' },
    { field: 'Call 2: Recipient or contract', file: 'None', queue: token },
    { field: 'Call 2: Amount', file: 'None', queue: '0.00 ETH' },
    {
      field: 'Call 2: Method',
      file: 'None',
      queue: 'transfer(address,uint256)',
    },
    { field: 'Call 2: transfer, to', file: 'None', queue: carol },
    { field: 'Call 2: transfer, value', file: 'None', queue: '1' },
  ])
  const unknown: Call = { ...ours, operation: 1, data: '0x1234' }
  expect(
    compare(batch(pay(carol, 5n), unknown), batch(pay(carol, 5n))),
  ).toEqual([
    { field: 'Call 2: Call type', file: 'Delegatecall', queue: 'None' },
    { field: 'Call 2: Recipient or contract', file: carol, queue: 'None' },
    { field: 'Call 2: Amount', file: '1.00 ETH', queue: 'None' },
    { field: 'Call 2: Method', file: 'Unknown (0x1234)', queue: 'None' },
    { field: 'Call 2: Calldata', file: '0x1234', queue: 'None' },
  ])
})

test('names a delegatecall inside of a batch', () => {
  const inner = pay(carol, 5n)
  expect(
    compare(batch(inner, { ...inner, operation: 1 }), batch(inner, inner)),
  ).toEqual([
    { field: 'Call 2: Call type', file: 'Delegatecall', queue: 'Call' },
  ])
})

test('puts what is gravest before a long list of calls', () => {
  const calls = (who: Address) =>
    Array.from({ length: 60 }, (_, at) => pay(who, BigInt(at)))
  const inner = pay(carol, 5n)
  const fields = compare(
    {
      ...batch(...calls(mallory), { ...inner, operation: 1 }),
      ...{ gasPrice: 1n, refundReceiver: mallory },
    },
    batch(...calls(carol), inner),
  ).map(({ field }) => field)
  expect(fields.slice(0, 4)).toEqual([
    'Refunded gas price (gasPrice)',
    'Refund recipient (refundReceiver)',
    'Call 61: Call type',
    'Call 1: transfer, to',
  ])
  expect(fields).toHaveLength(63)
})

test('names the contract that a batch is carried out by', () => {
  const data = encodeMultiSend([pay(carol, 5n)])
  const batch = { value: 0n, operation: 1, data } as const
  expect(compare({ ...batch, to: mallory }, { ...batch, to: token })).toEqual([
    { field: 'Recipient or contract', file: mallory, queue: token },
  ])
  expect(
    compare({ ...batch, to: token }, { ...pay(carol, 5n), to: carol }),
  ).toEqual([
    { field: 'Call type', file: 'Delegatecall', queue: 'Call' },
    { field: 'Recipient or contract', file: token, queue: carol },
    { field: 'Call 1: Recipient or contract', file: token, queue: carol },
  ])
})

const nothing = { note: undefined, origin: undefined, signers: [] }
const isReported = true

test('compares notes and origins that the file has', () => {
  const app = { name: 'Swap', url: 'https://swap.example' }
  const queue = { ...nothing, note: 'Rent', origin: JSON.stringify(app) }
  expect(compareBeside(nothing, queue, undefined)).toEqual([])
  const salary = { ...nothing, note: 'Salary' }
  expect(
    compareBeside(
      { ...salary, origin: JSON.stringify({ ...app, v: 2 }) },
      queue,
      undefined,
    ),
  ).toEqual([{ field: 'Note', file: 'Salary', queue: 'Rent', isReported }])
  const swop = { ...nothing, origin: 'Swop' }
  const origins = { file: 'Swop', queue: 'Swap, https://swap.example' }
  expect(compareBeside(swop, queue, undefined)).toEqual([
    { field: 'Origin', ...origins, isReported },
  ])
  // What this browser has itself is nobody's word.
  expect(compareBeside(swop, queue, queue)).toEqual([
    { field: 'Origin', ...origins },
  ])
  expect(compareBeside(salary, nothing, undefined)).toEqual([
    { field: 'Note', file: 'Salary', queue: 'None', isReported },
  ])
})

test('tells a note that reads “None” from no note', () => {
  expect(compareBeside({ ...nothing, note: 'None' }, nothing, nothing)).toEqual(
    [{ field: 'Note', file: 'None', queue: 'Nothing' }],
  )
})

test('names each signer whose signature only one of the two has', () => {
  const file = { ...nothing, signers: [carol, token] }
  const queue = { ...nothing, signers: [mallory, carol] }
  expect(compareBeside(file, queue, undefined)).toEqual([
    {
      ...{ field: 'Signature', of: token },
      ...{ file: 'Signed', queue: 'None', isReported },
    },
    {
      ...{ field: 'Signature', of: mallory },
      ...{ file: 'None', queue: 'Reported as signed', isReported },
    },
  ])
  expect(compareBeside(file, queue, queue)).toEqual([
    { field: 'Signature', of: token, file: 'Signed', queue: 'None' },
    { field: 'Signature', of: mallory, file: 'None', queue: 'Signed' },
  ])
})
