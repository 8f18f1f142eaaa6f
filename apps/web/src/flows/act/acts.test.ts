import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { fromBlock } from '../../testing/provenance.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import type { Signable } from '../../trust/signable.js'
import type { Connection } from '../../wallet/connection.js'
import type { Role } from '../../wallet/role.js'
import { findReason, listActs } from './acts.js'
import { findPlaceReason } from './findPlaceReason.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const carol = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'

function checkWith(signers: readonly (typeof alice | typeof bob)[]) {
  const check: SignableCheck = {
    provenance: fromBlock(9n),
    hash: `0x${'11'.repeat(32)}`,
    fields: [],
    isRefused: false,
    safe: {
      address,
      owners: [alice, bob],
      threshold: 2,
      nonce: 4n,
      version: '1.4.1',
      known: true,
      singleton: address,
      modules: [],
      hasMoreModules: false,
      guard: null,
      fallbackHandler: null,
    },
    confirmations: signers.map((signer) => ({
      signer,
      signature: '0x',
      status: 'verified',
      kind: 'ecdsa',
    })),
  }
  return check
}

function makeSignable(nonce: bigint): Signable<'transaction'> {
  return {
    kind: 'transaction',
    domain: { chainId: 31337, safe: address, version: '1.4.1' },
    transaction: {
      to: carol,
      value: 0n,
      data: '0x',
      operation: 0,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: zeroAddress,
      refundReceiver: zeroAddress,
      nonce,
    },
  }
}

function list({
  signers = [],
  nonce = 4n,
  ...rest
}: {
  account: typeof alice | typeof carol | typeof address
  role: Role
  isNew: boolean
  signers?: readonly (typeof alice | typeof bob)[]
  nonce?: bigint
  canBatch?: boolean
}) {
  return listActs('transaction', {
    check: checkWith(signers),
    signable: makeSignable(nonce),
    canBatch: false,
    ...rest,
  })
}

test('the safe itself hands what is new to its host, and signs nothing', () => {
  const asSafe = { account: address, role: 'viewer' } as const
  expect(list({ ...asSafe, isNew: true })).toEqual(['host'])
  expect(list({ ...asSafe, isNew: true, canBatch: true })).toEqual([
    'host',
    'batch',
  ])
  expect(list({ ...asSafe, isNew: false, signers: [alice, bob] })).toEqual([])
})

test('an owner signs, and executes where that completes the seals', () => {
  const owner = { account: alice, role: 'owner', isNew: false } as const
  expect(list(owner)).toEqual(['sign'])
  expect(list({ ...owner, signers: [bob] })).toEqual(['sign', 'execute'])
  expect(list({ ...owner, signers: [bob], nonce: 5n })).toEqual(['sign'])
  expect(list({ ...owner, signers: [alice] })).toEqual([])
})

test('a proposer proposes what is new, and nothing else', () => {
  const proposer = { account: carol, role: 'proposer' } as const
  expect(list({ ...proposer, isNew: true })).toEqual(['propose'])
  expect(list({ ...proposer, isNew: false })).toEqual([])
})

test('anybody executes what has enough seals; a viewer can do no more', () => {
  const viewer = { account: carol, role: 'viewer' } as const
  expect(list({ ...viewer, isNew: false, signers: [alice, bob] })).toEqual([
    'execute',
  ])
  expect(list({ ...viewer, isNew: true })).toEqual([])
})

test('anyone who can propose can put it into the draft batch instead', () => {
  const viewer = { account: carol, role: 'viewer', isNew: true } as const
  expect(list({ ...viewer, canBatch: true })).toEqual([])
  const owner = { account: alice, role: 'owner', isNew: true } as const
  expect(list({ ...owner, canBatch: true })).toEqual(['sign', 'batch'])
})

test('without a wallet, what is fully signed waits to be executed', () => {
  const ask = (signers: readonly (typeof alice | typeof bob)[]) =>
    listActs('transaction', {
      check: checkWith(signers),
      signable: makeSignable(4n),
      account: undefined,
      role: undefined,
      isNew: false,
      canBatch: false,
    })
  expect(ask([alice])).toEqual(['sign'])
  expect(ask([alice, bob])).toEqual(['execute'])
})

test('an owner needs no delegation to sign what is new', () => {
  expect(list({ account: alice, role: 'owner', isNew: true })).toEqual(['sign'])
})

const connection: Connection = {
  status: 'connected',
  account: carol,
  chainId: 31337,
  walletName: null,
}

const chain = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  rpcUrl: 'http://127.0.0.1:9',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}

test.each<[Role | undefined, boolean, RegExp]>([
  ['viewer', true, /^You are a viewer\. Only owners and proposers/],
  ['viewer', false, /^You are a viewer\. Only owners can sign/],
  ['proposer', false, /^You are a proposer\. Only owners can sign/],
  ['nestedOwner', true, /through another safe/],
  [undefined, true, /^Checking your role/],
])('a disabled button tells a %s why, new: %s', (role, isNew, words) => {
  const reason = findReason({
    kind: 'transaction',
    connection,
    chain,
    act: undefined,
    check: checkWith([]),
    role,
    isNew,
    isAssessed: true,
    failure: null,
    hasMovedNames: false,
    nonceError: undefined,
    unseenDangers: 0,
    openDemands: 0,
    execution: { isPending: false, feeProblem: undefined },
  })
  expect(reason?.kind === 'reason' && reason.words).toMatch(words)
})

test.each<[Connection | undefined, object]>([
  [undefined, { kind: 'reason', words: 'Connecting your wallet…' }],
  [
    { ...connection, status: 'reconnecting', account: null },
    { kind: 'reason', words: 'Connecting your wallet…' },
  ],
  [
    { ...connection, status: 'disconnected', account: null },
    { kind: 'connect' },
  ],
])('nobody is asked to connect while that is under way', (now, expected) => {
  expect(
    findReason({
      kind: 'transaction',
      connection: now,
      chain,
      act: 'sign',
      check: checkWith([]),
      role: undefined,
      isNew: false,
      isAssessed: true,
      failure: null,
      hasMovedNames: false,
      nonceError: undefined,
      unseenDangers: 0,
      openDemands: 0,
      execution: { isPending: false, feeProblem: undefined },
    }),
  ).toEqual(expected)
})

test('what an account may not do is said before it is asked to switch', () => {
  const elsewhere = { ...connection, chainId: 1 }
  const refuse = (account: string) =>
    account === carol ? 'Only an owner can do this.' : undefined
  expect(findPlaceReason(elsewhere, { chain, refuse })).toEqual({
    kind: 'reason',
    words: 'Only an owner can do this.',
  })
  const owner = { ...elsewhere, account: alice } as const
  expect(findPlaceReason(owner, { chain, refuse })?.kind).toBe('switch')
  expect(
    findPlaceReason({ ...owner, chainId: 31337 }, { chain, refuse }),
  ).toBeUndefined()
})

test('a fee that cannot be sent stops the execution, and nothing else', () => {
  const feeProblem = 'Gas limit: Enter a whole number.'
  const ask = (act: 'sign' | 'execute') =>
    findReason({
      kind: 'transaction',
      connection: { ...connection, account: alice },
      chain,
      act,
      check: checkWith([bob]),
      role: 'owner',
      isNew: false,
      isAssessed: true,
      failure: null,
      hasMovedNames: false,
      nonceError: undefined,
      unseenDangers: 0,
      openDemands: 0,
      execution: { isPending: false, feeProblem },
    })
  expect(ask('execute')).toEqual({ kind: 'reason', words: feeProblem })
  expect(ask('sign')).toBeUndefined()
})
