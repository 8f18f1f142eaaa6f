import { type Call, encodeMultiSend, multiSends } from '@covault/protocol'
import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  type Hex,
  type Log,
  parseAbi,
  type TransactionReceipt,
  zeroAddress,
} from 'viem'
import { expect, test } from 'vitest'
import type { Movement } from '../../queries/movements.js'
import { compareMovements } from './compareMovements.js'

const safe: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0x2222222222222222222222222222222222222222'
const safeTxHash: Hex = `0x${'ab'.repeat(32)}`
const id = `multisig_${safe}_${safeTxHash}`

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

const abi = parseAbi([
  'event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)',
  'event SafeReceived(address indexed sender, uint256 value)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
])

const word = (...values: bigint[]) =>
  encodeAbiParameters(
    values.map(() => ({ type: 'uint256' })),
    values,
  )

function log(value: bigint, { from = safe, to = bob }: Sides = {}) {
  const args = { from, to } as const
  return {
    address: token,
    topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args }),
    data: word(value),
  }
}
type Sides = { from?: Address; to?: Address }

const received = (sender: Address, value: bigint) => ({
  address: safe,
  topics: encodeEventTopics({
    abi,
    eventName: 'SafeReceived',
    args: { sender },
  }),
  data: word(value),
})

const executed = (txHash: Hex, payment = 0n) => ({
  address: safe,
  topics: encodeEventTopics({
    abi,
    eventName: 'ExecutionSuccess',
    args: { txHash },
  }),
  data: word(payment),
})

const items = (tokenId: bigint, value: bigint) => ({
  address: token,
  topics: encodeEventTopics({
    abi,
    eventName: 'TransferSingle',
    args: { operator: safe, from: safe, to: bob },
  }),
  data: word(tokenId, value),
})

const pay: Call = { to: bob, value: 7n, data: '0x', operation: 0 }
const batch = (calls: readonly Call[]): Call => ({
  to: multiSends[0]?.address ?? bob,
  value: 0n,
  data: encodeMultiSend(calls),
  operation: 1,
})

function compare(
  movements: readonly Movement[],
  logs: readonly object[],
  call: Call | undefined = pay,
) {
  return compareMovements(movements, {
    safe,
    receipt: {
      transactionHash: paid.txHash,
      from: bob.toLowerCase(),
      gasUsed: 100n,
      effectiveGasPrice: 3n,
      logs: logs.map((one, logIndex) => ({ ...one, logIndex }) as Log),
    } as unknown as TransactionReceipt,
    call,
    id,
    refund: { token: zeroAddress, receiver: zeroAddress },
  })
}

const end = executed(safeTxHash)

test('what the receipt and the bytes have is believed', () => {
  expect(compare([paid, ether], [log(5n), log(0n), end])).toBeUndefined()
})

test('what they do not have is invented, and the rest is missing', () => {
  expect(compare([paid, ether], [log(6n), end])).toBe('invented')
  expect(compare([paid, paid, ether], [log(5n), end])).toBe('invented')
  const more = { type: 'NATIVE_COIN', value: 8n } as const
  expect(compare([{ ...ether, transferInfo: more }], [end])).toBe('invented')
  expect(compare([ether], [log(5n), end])).toBe('missing')
  expect(compare([paid], [log(5n), end])).toBe('missing')
})

test('a batch in a batch is believed, and each of its payments is looked for', () => {
  const nested = batch([batch([pay]), batch([batch([pay])])])
  expect(compare([ether, ether], [end], nested)).toBeUndefined()
  expect(compare([ether], [end], nested)).toBe('missing')
  expect(compare([ether, ether, ether], [end], nested)).toBe('invented')
})

test('what a safe sends to itself is one movement in no direction', () => {
  const itself: Movement = {
    ...ether,
    recipient: info(safe),
    direction: 'SELF',
  }
  const call = { ...pay, to: safe } as const
  const logs = [received(safe, 7n), end]
  expect(compare([itself], logs, call)).toBeUndefined()
  expect(compare([itself, itself], logs, call)).toBe('invented')
  expect(compare([], logs, call)).toBe('missing')
  const out = { ...itself, direction: 'OUTGOING' } as const
  expect(compare([out], logs, call)).toBe('invented')
})

test('native currency that came in is what the safe logged', () => {
  const came: Movement = {
    ...ether,
    sender: info(bob),
    recipient: info(safe),
    direction: 'INCOMING',
    cause: 'INCOMING',
    transactionId: null,
  }
  const more = { type: 'NATIVE_COIN', value: 8n } as const
  expect(compareMovements([came], toIncoming(7n))).toBeUndefined()
  expect(
    compareMovements([{ ...came, transferInfo: more }], toIncoming(7n)),
  ).toBe('invented')
  expect(compareMovements([], toIncoming(7n))).toBe('missing')
  expect(
    compareMovements([{ ...came, transactionId: id }], toIncoming(7n)),
  ).toBe('invented')

  function toIncoming(value: bigint) {
    const logs = [{ ...received(bob, value), logIndex: 0 }]
    const receipt = { logs } as unknown as TransactionReceipt
    return { safe, receipt, call: undefined, id: 'transfer_2' }
  }
})

test('two executions of one transaction keep their movements apart', () => {
  const hash: Hex = `0x${'cd'.repeat(32)}`
  const other = `multisig_${safe}_${hash}`
  const logs = [log(5n), end, log(6n), executed(hash)]
  const second: Movement = {
    ...paid,
    transactionId: other,
    transferInfo: {
      ...paid.transferInfo,
      value: 6n,
    } as typeof paid.transferInfo,
  }
  expect(compare([paid, ether, second], logs)).toBeUndefined()
  expect(
    compare([{ ...paid, transactionId: other }, ether, second], logs),
  ).toBe('invented')
  expect(
    compare([paid, { ...ether, transactionId: other }, second], logs),
  ).toBe('missing')
})

test('a refund is what the execution says it paid', () => {
  const refund: Movement = {
    ...ether,
    cause: 'REFUND',
    transferInfo: { type: 'NATIVE_COIN', value: 3n },
  }
  const logs = [executed(safeTxHash, 3n)]
  expect(compare([ether, refund], logs)).toBeUndefined()
  expect(compare([ether], logs)).toBe('missing')
  const more = { type: 'NATIVE_COIN', value: 4n } as const
  expect(compare([ether, { ...refund, transferInfo: more }], logs)).toBe(
    'invented',
  )
  expect(compare([ether, refund], [end])).toBe('invented')
})

test('several of one collectible are counted', () => {
  const sent = (quantity: bigint): Movement => ({
    ...paid,
    transferInfo: {
      type: 'ERC721',
      tokenAddress: token,
      tokenName: null,
      tokenSymbol: null,
      logoUri: null,
      trusted: null,
      tokenId: 3n,
      quantity,
    },
  })
  const logs = [items(3n, 5n), end]
  expect(compare([sent(5n), ether], logs)).toBeUndefined()
  expect(compare([sent(1n), ether], logs)).toBe('invented')
})

/** Each place of an answer that is shown, lied about. */
const lies: Record<string, Partial<Movement>> = {
  sender: { sender: info(bob) },
  recipient: { recipient: info(safe) },
  direction: { direction: 'INCOMING' },
  cause: { cause: 'INCOMING' },
  'cause, as a refund': { cause: 'REFUND' },
  transactionId: { transactionId: `multisig_${safe}_0x${'99'.repeat(32)}` },
  'transactionId, left out': { transactionId: null },
  token: {
    transferInfo: { ...paid.transferInfo, tokenAddress: bob } as never,
  },
  amount: { transferInfo: { ...paid.transferInfo, value: 4n } as never },
  type: { transferInfo: { type: 'NATIVE_COIN', value: 5n } },
}
test.each(Object.entries(lies))('a lie about the %s is named', (_, lie) => {
  expect(compare([{ ...paid, ...lie }, ether], [log(5n), end])).toBeDefined()
})

const fee = {
  payer: info(bob),
  gasUsed: 100n,
  gasPrice: 3n,
  maxFeePerGas: null,
  maxPriorityFeePerGas: null,
  total: 300n,
}
test.each([
  { payer: info(safe) },
  { gasUsed: 99n },
  { gasPrice: 2n },
  { total: 299n },
])('a lie about the fee is named: %o', (lie) => {
  const told = (one: typeof fee) =>
    compare([{ ...paid, fee: one }, ether], [log(5n), end])
  expect(told(fee)).toBeUndefined()
  expect(told({ ...fee, ...lie })).toBe('fee')
})
