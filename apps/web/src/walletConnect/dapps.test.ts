import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  metadata,
  place,
  proposal,
  safe,
  safeTxHash,
  session,
  standIn,
  stranger,
  topic,
} from '../testing/standInDapps.js'
import { RelayUnreachableError } from './client.js'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Until everything that can happen without time has happened. */
const settle = () => vi.advanceTimersByTimeAsync(0)

const call = { to: stranger, value: '0x1', data: '0x' }
const bundle = {
  version: '2.0.0',
  from: safe,
  chainId: '0x7a69',
  atomicRequired: true,
  calls: [call],
}
const typedData = {
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  domain: {},
  message: { text: 'hi' },
}

test.each<[string, unknown, unknown]>([
  ['eth_accounts', [], [safe]],
  ['eth_requestAccounts', undefined, [safe]],
  ['eth_chainId', [], '0x7a69'],
  ['wallet_switchEthereumChain', [{ chainId: '0x7A69' }], null],
  [
    'wallet_getCapabilities',
    [safe.toLowerCase()],
    {
      '0x7a69': {
        atomic: { status: 'supported' },
        atomicBatch: { supported: true },
      },
    },
  ],
  ['wallet_getCapabilities', [safe, ['0x1']], {}],
  [
    'safe_setSettings',
    [{ offChainSigning: false }],
    { offChainSigning: false },
  ],
])('answers %s at once', async (method, params, result) => {
  const { ask, replies } = standIn()
  const id = ask(method, params)
  await settle()
  expect(replies).toEqual([{ topic, id, reply: { result } }])
})

test.each<[string, string, unknown, number, RegExp]>([
  [
    'a method that is not known',
    'eth_getBalance',
    [],
    4200,
    /cannot answer "eth_getBalance"/,
  ],
  ['what objects inherit', 'toString', [], 4200, /toString/],
  ['eth_sign', 'eth_sign', [safe, safeTxHash], 4200, /hides what is signed/],
  [
    'another sender',
    'eth_sendTransaction',
    [{ ...call, from: stranger }],
    4100,
    /the session is for/,
  ],
  ['no sender', 'eth_sendTransaction', [call], 4100, /does not name/],
  ['no transaction', 'eth_sendTransaction', [], -32602, /no transaction/],
  [
    'another chain inside',
    'eth_sendTransaction',
    [{ ...call, from: safe, chainId: '0x1' }],
    4901,
    /chain 0x1/,
  ],
  [
    'two fields of data',
    'eth_sendTransaction',
    [{ ...call, from: safe, input: '0x12' }],
    -32602,
    /two data fields/,
  ],
  [
    'authorizations',
    'eth_sendTransaction',
    [{ ...call, from: safe, authorizationList: [] }],
    -32602,
    /authorizations/,
  ],
  [
    'a delegatecall',
    'eth_sendTransaction',
    [{ ...call, from: safe, operation: 1 }],
    -32602,
    /delegatecall/,
  ],
  [
    'a new contract',
    'eth_sendTransaction',
    [{ from: safe, data: '0x60' }],
    -32602,
    /no valid address/,
  ],
  [
    'a signature of another',
    'personal_sign',
    ['0x6869', stranger],
    4100,
    /the session is for/,
  ],
  ['a signature of nobody', 'personal_sign', ['0x6869'], 4100, /does not name/],
  [
    'typed data of another',
    'eth_signTypedData_v4',
    [stranger, typedData],
    4100,
    /the session is for/,
  ],
  [
    'typed data that is none',
    'eth_signTypedData_v4',
    [safe, '{'],
    -32602,
    /no typed data/,
  ],
  [
    'old typed data',
    'eth_signTypedData',
    [[{ type: 'string', name: 'a', value: 'b' }], safe],
    -32602,
    /first version/,
  ],
  [
    'another chain',
    'wallet_switchEthereumChain',
    [{ chainId: '0x1' }],
    4901,
    /exists on one network/,
  ],
  ['no chain', 'wallet_switchEthereumChain', [], -32602, /no chain/],
  [
    'capabilities of another',
    'wallet_getCapabilities',
    [stranger],
    4100,
    /the session is for/,
  ],
  [
    'calls without a list',
    'wallet_sendCalls',
    [{ version: '2.0.0' }],
    -32602,
    /no list of calls/,
  ],
  [
    'calls of another version',
    'wallet_sendCalls',
    [{ ...bundle, version: '3.0' }],
    -32602,
    /Version 3\.0/,
  ],
  [
    'calls of another',
    'wallet_sendCalls',
    [{ ...bundle, from: stranger }],
    4100,
    /the session is for/,
  ],
  [
    'old calls of nobody',
    'wallet_sendCalls',
    [{ ...bundle, version: '1.0', from: undefined }],
    4100,
    /does not name/,
  ],
  [
    'calls on another chain',
    'wallet_sendCalls',
    [{ ...bundle, chainId: '0x1' }],
    5710,
    /chain 0x1/,
  ],
  [
    'a capability',
    'wallet_sendCalls',
    [{ ...bundle, capabilities: { paymasterService: { url: 'x' } } }],
    5700,
    /paymasterService/,
  ],
  [
    'a capability of one call',
    'wallet_sendCalls',
    [{ ...bundle, calls: [{ ...call, capabilities: { x: {} } }] }],
    5700,
    /capability x/,
  ],
  ['no calls', 'wallet_sendCalls', [{ ...bundle, calls: [] }], -32602, /empty/],
  [
    'too many calls',
    'wallet_sendCalls',
    [{ ...bundle, calls: Array(201).fill(call) }],
    5740,
    /201 calls/,
  ],
  [
    'unknown calls',
    'wallet_getCallsStatus',
    ['0x01'],
    5730,
    /hasn’t sent calls with that ID/,
  ],
  [
    'unknown calls to show',
    'wallet_showCallsStatus',
    [],
    5730,
    /hasn’t sent calls with that ID/,
  ],
  [
    'settings that are none',
    'safe_setSettings',
    [{ offChainSigning: 1 }],
    -32602,
    /settings/,
  ],
])('S70: refuses %s', async (_, method, params, code, words) => {
  const { ask, replies, dapps } = standIn()
  ask(method, params)
  await settle()
  expect(dapps.getState().requests).toEqual([])
  expect(replies[0]?.reply.error?.code).toBe(code)
  expect(replies[0]?.reply.error?.message).toMatch(words)
})

test.each<[string, Parameters<ReturnType<typeof standIn>['ask']>[2], number]>([
  ['for another chain', { chainId: 'eip155:1' }, 4901],
  ['that has expired', { expiryTimestamp: 1_699_999_999 }, 8000],
  ['of a known fraud', { verified: { isScam: true } }, 4100],
])('S70: refuses a request %s', async (_, over, code) => {
  const { ask, replies } = standIn()
  ask('eth_accounts', [], over)
  await settle()
  expect(replies).toHaveLength(1)
  expect(replies[0]?.reply.error?.code).toBe(code)
})

test('what is too large is not read', async () => {
  const { ask, replies } = standIn()
  ask('personal_sign', ['x'.repeat(1_000_001), safe])
  await settle()
  expect(replies[0]?.reply.error?.message).toMatch(/too large/)
})

test('nobody answers for a session that is not ours, or without a shape', async () => {
  const { ask, emit, replies } = standIn()
  ask('eth_accounts', [], { topic: 'ee' })
  emit({ name: 'session_request', data: { topic } })
  await settle()
  expect(replies).toEqual([])
})

test('a transaction goes onto the desk, for this safe alone, and is answered once', async () => {
  const { ask, dapps, desk, replies } = standIn()
  const id = ask('eth_sendTransaction', [
    { ...call, from: safe, gas: '0x5208', nonce: '0x7' },
  ])
  ask('eth_sendTransaction', [{ ...call, from: safe }], { id })
  await settle()
  const [waiting, ...others] = dapps.getState().requests
  expect(others).toEqual([])
  const deskId = dapps.openRequest(waiting?.key ?? '') ?? ''
  expect(dapps.openRequest(waiting?.key ?? '')).toBeUndefined()
  expect(desk.find(deskId)).toMatchObject({
    kind: 'calls',
    app: { name: 'Swap', origin: 'https://swap.example' },
    safe: { chainId: 31337, address: safe },
    calls: [{ to: stranger, value: 1n, data: '0x', operation: 0 }],
    leftOut: ['nonce 0x7', 'gas 0x5208'],
    canBatch: false,
  })
  desk.settle(deskId, { safeTxHash })
  await settle()
  expect(replies).toEqual([{ topic, id, reply: { result: safeTxHash } }])
  expect(dapps.getState().requests).toEqual([])
})

test('who says no, before or in the review, says 4001', async () => {
  const { ask, dapps, replies } = standIn()
  ask('wallet_sendCalls', [bundle])
  await settle()
  dapps.refuse(dapps.getState().requests[0]?.key ?? '')
  await settle()
  ask('wallet_sendCalls', [bundle])
  await settle()
  const key = dapps.getState().requests[0]?.key ?? ''
  dapps.openRequest(key)
  dapps.refuse(key)
  await settle()
  expect(replies.map(({ reply }) => reply.error?.code)).toEqual([4001, 4001])
})

test('a dapp that was refused three times does not come by itself', async () => {
  const { ask, dapps, desk } = standIn()
  const isHeld: (boolean | undefined)[] = []
  for (let count = 0; count < 5; count += 1) {
    ask('personal_sign', ['0x6869', safe])
    await settle()
    const [request] = dapps.getState().requests
    isHeld.push(request?.isHeld)
    if (count < 3) dapps.refuse(request?.key ?? '')
    else
      desk.settle(dapps.openRequest(request?.key ?? '') ?? '', { safeTxHash })
    await settle()
  }
  expect(isHeld).toEqual([false, false, false, true, false])
})

test('what is already on the desk is not disturbed', async () => {
  const { ask, dapps } = standIn()
  ask('personal_sign', ['0x6869', safe])
  ask('personal_sign', ['0x6868', safe])
  await settle()
  const [first, second] = dapps.getState().requests
  expect(dapps.openRequest(first?.key ?? '')).toBeDefined()
  expect(dapps.openRequest(second?.key ?? '')).toBeUndefined()
  expect(dapps.getState().requests[1]?.stage).toBe('waiting')
})

test('S70: a request that expires while its review is open cannot go on', async () => {
  const { ask, dapps, desk, replies } = standIn()
  ask('eth_sendTransaction', [{ ...call, from: safe }], {
    expiryTimestamp: 1_700_000_060,
  })
  await settle()
  const deskId =
    dapps.openRequest(dapps.getState().requests[0]?.key ?? '') ?? ''
  expect(desk.find(deskId)?.expiresAt).toBe(1_700_000_060_000)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(desk.find(deskId)).toBeUndefined()
  expect(desk.findWithdrawal(deskId)).toBe('The request has expired.')
  desk.settle(deskId, { safeTxHash })
  await settle()
  expect(replies.map(({ reply }) => reply.error?.code)).toEqual([8000])
  expect(dapps.getState().requests).toEqual([])
})

test.each(['session_request_expire', 'session_delete'] as const)(
  'S70: so does %s',
  async (name) => {
    const { ask, emit, dapps, desk } = standIn()
    const id = ask('personal_sign', ['0x6869', safe])
    await settle()
    const deskId =
      dapps.openRequest(dapps.getState().requests[0]?.key ?? '') ?? ''
    emit({ name, data: { id, topic } })
    expect(desk.findWithdrawal(deskId)).toBeDefined()
    expect(dapps.getState().requests).toEqual([])
  },
)

test('a signature is waited for until enough owners have signed', async () => {
  const { ask, dapps, desk, replies } = standIn({
    signatures: ['', '', '0x1234'],
  })
  // Some dapps have account and message the other way round.
  ask('personal_sign', [safe, '0x6869'])
  await settle()
  const deskId =
    dapps.openRequest(dapps.getState().requests[0]?.key ?? '') ?? ''
  expect(desk.find(deskId)).toMatchObject({
    message: { kind: 'text', text: 'hi' },
    way: 'offChain',
  })
  desk.settle(deskId, { messageHash: safeTxHash })
  await settle()
  expect(dapps.getState().requests[0]?.stage).toBe('owners')
  expect(replies).toEqual([])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(replies[0]?.reply).toEqual({ result: '0x1234' })
})

test('a message that is signed on chain has no other signature', async () => {
  const receipt = {
    logs: [],
    blockHash: safeTxHash,
    blockNumber: 1n,
    gasUsed: 2n,
    transactionHash: safeTxHash,
  }
  const { ask, dapps, desk, replies } = standIn({
    fate: { kind: 'executed', isSuccess: true, receipt },
  })
  ask('safe_setSettings', [{ offChainSigning: false }])
  ask('eth_signTypedData_v4', [safe, JSON.stringify(typedData)])
  await settle()
  const deskId =
    dapps.openRequest(dapps.getState().requests[0]?.key ?? '') ?? ''
  expect(desk.find(deskId)).toMatchObject({ way: 'onChain' })
  desk.settle(deskId, { safeTxHash })
  await settle()
  expect(replies[1]?.reply).toEqual({ result: '0x' })
})

const receipt = {
  logs: [{ address: safe, data: '0x', topics: [safeTxHash] }],
  blockHash: safeTxHash,
  blockNumber: 10n,
  gasUsed: 21_000n,
  transactionHash: safeTxHash,
} as const
const wireReceipt = {
  ...receipt,
  blockNumber: '0xa',
  gasUsed: '0x5208',
}

test.each<[string, Parameters<typeof standIn>[0], unknown, unknown]>([
  [
    'pending',
    { fate: { kind: 'pending' } },
    { status: 100 },
    { status: 'PENDING' },
  ],
  [
    'gone',
    { fate: { kind: 'gone' } },
    { status: 400 },
    { status: 'CONFIRMED' },
  ],
  [
    'done',
    { fate: { kind: 'executed', isSuccess: true, receipt } },
    { status: 200, receipts: [{ ...wireReceipt, status: '0x1' }] },
    { status: 'CONFIRMED', receipts: [{ ...wireReceipt, status: '0x1' }] },
  ],
  [
    'reverted',
    { fate: { kind: 'executed', isSuccess: false, receipt } },
    { status: 500, receipts: [{ ...wireReceipt, status: '0x0' }] },
    { status: 'CONFIRMED', receipts: [{ ...wireReceipt, status: '0x0' }] },
  ],
])(
  'calls that are %s are told so in both versions',
  async (_, given, newer, older) => {
    const { ask, dapps, desk, replies, shown } = standIn(given)
    const send = async (params: unknown) => {
      ask('wallet_sendCalls', [params])
      await settle()
      const key = dapps.getState().requests[0]?.key ?? ''
      desk.settle(dapps.openRequest(key) ?? '', { safeTxHash })
      await settle()
      return replies.at(-1)?.reply.result
    }
    expect(await send({ ...bundle, id: '0xab' })).toEqual({ id: '0xab' })
    expect(await send({ ...bundle, version: '1.0' })).toBe(safeTxHash)
    const replyTo = (id: number) => replies.find((one) => one.id === id)?.reply
    const asked = {
      newer: ask('wallet_getCallsStatus', ['0xab']),
      older: ask('wallet_getCallsStatus', [safeTxHash]),
      shown: ask('wallet_showCallsStatus', ['0xab']),
      again: ask('wallet_sendCalls', [{ ...bundle, id: '0xab' }]),
    }
    await settle()
    expect(replyTo(asked.newer)?.result).toEqual({
      version: '2.0.0',
      id: '0xab',
      chainId: '0x7a69',
      atomic: true,
      ...(newer as object),
    })
    expect(replyTo(asked.older)?.result).toEqual(older)
    expect(replyTo(asked.shown)).toEqual({ result: null })
    expect(shown).toEqual([safeTxHash])
    expect(replyTo(asked.again)?.error?.code).toBe(5720)
  },
)

test('an id is taken while its calls are decided, and free after a no', async () => {
  const { ask, dapps, replies } = standIn()
  ask('wallet_sendCalls', [{ ...bundle, id: 'x' }])
  ask('wallet_sendCalls', [{ ...bundle, id: 'x' }])
  await settle()
  expect(replies.map(({ reply }) => reply.error?.code)).toEqual([5720])
  dapps.refuse(dapps.getState().requests[0]?.key ?? '')
  await settle()
  ask('wallet_sendCalls', [{ ...bundle, id: 'x' }])
  await settle()
  expect(dapps.getState().requests).toHaveLength(1)
})

test('calls of one dapp are nothing to another', async () => {
  const { ask, dapps, desk, replies } = standIn({
    sessions: [session(), session({ topic: 'ee' })],
  })
  ask('wallet_sendCalls', [{ ...bundle, id: 'x' }])
  await settle()
  const key = dapps.getState().requests[0]?.key ?? ''
  desk.settle(dapps.openRequest(key) ?? '', { safeTxHash })
  await settle()
  ask('wallet_getCallsStatus', ['x'], { topic: 'ee' })
  await settle()
  expect(replies[1]).toMatchObject({
    topic: 'ee',
    reply: { error: { code: 5730 } },
  })
})

test('more than ten that wait for a person are too many', async () => {
  const { ask, replies } = standIn()
  for (let count = 0; count < 11; count += 1)
    ask('personal_sign', ['0x6869', safe])
  await settle()
  expect(replies.map(({ reply }) => reply.error?.code)).toEqual([-32005])
})

test('the owner is told of a delegatecall that a dapp was refused', async () => {
  const { ask, told } = standIn()
  ask('eth_sendTransaction', [{ ...call, from: safe, operation: 1 }])
  await settle()
  expect(told).toHaveLength(1)
  expect(told[0]).toMatch(/requested a delegatecall, and Covault refused it/)
})

test('a dapp that cannot be told is told of', async () => {
  const { ask, told } = standIn({ respond: () => Promise.reject(new Error()) })
  ask('eth_accounts', [])
  await settle()
  expect(told[0]).toMatch(/Can’t send the result of eth_accounts/)
})

test('a proposal is shown, approved for this safe, and remembered as verified', async () => {
  const { dapps, emit, approved } = standIn()
  emit({ name: 'session_proposal', data: proposal() })
  const [shown] = dapps.getState().proposals
  if (!shown) throw new Error('Nothing was proposed.')
  await dapps.approve(shown, place)
  expect(approved).toMatchObject([
    { id: 1, namespaces: { eip155: { accounts: [`eip155:31337:${safe}`] } } },
  ])
  expect(dapps.getState().proposals).toEqual([])
  expect(dapps.getState().sessions[1]?.peer.verification.kind).toBe('verified')
})

test('S70: what cannot be served is not approved, and refused with the reason', async () => {
  const { dapps, emit, approved, rejected } = standIn()
  emit({
    name: 'session_proposal',
    data: proposal({ verified: { isScam: true } }),
  })
  const [shown] = dapps.getState().proposals
  if (!shown) throw new Error('Nothing was proposed.')
  await expect(dapps.approve(shown, place)).rejects.toThrow(/fraud/)
  await dapps.reject(shown)
  expect(approved).toEqual([])
  expect(rejected).toMatchObject([{ id: 1, error: { code: 5000 } }])
})

test('an offer ends with its time, or when the library says so', async () => {
  const { dapps, emit } = standIn()
  const short = proposal({ expiryTimestamp: 1_700_000_010 })
  emit({ name: 'session_proposal', data: short })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(dapps.getState().proposals).toEqual([])
  emit({ name: 'session_proposal', data: short })
  expect(dapps.getState().proposals).toEqual([])
  emit({ name: 'session_proposal', data: proposal() })
  emit({ name: 'proposal_expire', data: { id: 1 } })
  expect(dapps.getState().proposals).toEqual([])
})

test('pairing tells how it stands', async () => {
  const { dapps, emit } = standIn()
  const pairing = dapps.pair('wc:x', 'bb'.repeat(32))
  expect(dapps.getState().pairing).toEqual({ status: 'connecting' })
  await pairing
  expect(dapps.getState().pairing).toEqual({ status: 'waiting' })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(dapps.getState().pairing).toEqual({ status: 'silent' })
  emit({ name: 'session_proposal', data: proposal() })
  expect(dapps.getState().pairing).toBeUndefined()
})

test('a relay that does not answer is said to', async () => {
  const { dapps, emit } = standIn({
    pair: () => Promise.reject(new RelayUnreachableError()),
  })
  await dapps.pair('wc:x', 'aa')
  expect(dapps.getState().pairing).toMatchObject({
    status: 'failed',
    words: expect.stringMatching(/Can’t reach WalletConnect/),
  })
  emit({ name: 'relay', isConnected: false })
  expect(dapps.getState().isConnected).toBe(false)
})

test('a session that is ended is gone', async () => {
  const { dapps } = standIn()
  expect(dapps.getState().sessions).toMatchObject([
    { topic, chainId: 31337, address: safe, peer: { name: metadata.name } },
  ])
  await dapps.disconnect(topic)
  expect(dapps.getState().sessions).toEqual([])
})
