import { demoAccounts } from '@covault/devnet'
import { TimeoutError } from 'viem'
import { expect, test } from 'vitest'
import type { ChainConfig } from '../../trust/chainClient.js'
import { NoSafeError, type SignableCheck } from '../../trust/checkSignable.js'
import type { Connection } from '../../wallet/connection.js'
import { findReason, listActs } from './acts.js'

const { alice, bob, carol } = demoAccounts

const chain = { chainId: 31337, name: 'Local 1' } as ChainConfig
const connection = {
  status: 'connected',
  account: alice.address,
  chainId: 31337,
  walletName: null,
} satisfies Connection

const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'

function makeCheck(signers: readonly string[], isRefused = false) {
  return {
    isRefused,
    safe: { address: safe, owners: [alice.address, bob.address], threshold: 2 },
    confirmations: signers.map((signer) => ({ signer, status: 'verified' })),
  } as unknown as SignableCheck
}

const facts = {
  connection,
  chain,
  check: makeCheck([bob.address]),
  openDemands: 0,
}

const timeout = new TimeoutError({ body: {}, url: 'http://node.example' })

function findOf(
  given: Pick<
    Parameters<typeof findReason>[0],
    'connection' | 'chain' | 'check' | 'openDemands'
  > & { failure?: Error },
) {
  const reader = {
    account: given.connection?.account ?? undefined,
    role: undefined,
    isNew: false,
  }
  const [act] = listActs('message', {
    ...reader,
    signable: {
      kind: 'message',
      domain: { chainId: chain.chainId, safe, version: '1.4.1' },
      message: 'Hello',
    },
    check: given.check,
    canBatch: false,
  })
  return findReason({
    ...given,
    ...reader,
    kind: 'message',
    act,
    isAssessed: true,
    failure: given.failure ?? null,
    hasMovedNames: false,
    nonceError: undefined,
    unseenDangers: 0,
    execution: { isPending: false, feeProblem: undefined },
  })
}

test.each([
  [
    'nobody is connected',
    {
      ...facts,
      connection: { ...connection, status: 'disconnected', account: null },
    } as const,
    'connect',
  ],
  ['nothing is checked', { ...facts, check: undefined }, 'Checking…'],
  [
    'the network does not answer',
    {
      ...facts,
      check: undefined,
      failure: new Error('Unread.', { cause: timeout }),
    },
    'Can’t reach Local 1. Nothing can be signed or executed here until it answers.',
  ],
  [
    'the checks failed for another reason',
    { ...facts, check: undefined, failure: new NoSafeError({ address: safe }) },
    'The checks failed. Retry them above.',
  ],
  [
    'a check differs',
    { ...facts, check: makeCheck([], true) },
    'Signing is blocked',
  ],
  [
    'the account is no owner',
    { ...facts, connection: { ...connection, account: carol.address } },
    'Only owners can sign messages',
  ],
  [
    'it has signed',
    { ...facts, check: makeCheck([alice.address]) },
    'You have signed. 1 more signature needed',
  ],
  [
    'it has signed the last one',
    { ...facts, check: makeCheck([alice.address, bob.address]) },
    'enough signatures',
  ],
  [
    'it is the safe itself, whose owners have signed',
    {
      ...facts,
      connection: { ...connection, account: safe },
      check: makeCheck([alice.address, bob.address]),
    } as const,
    'The owners have given',
  ],
  [
    'the wallet is elsewhere',
    { ...facts, connection: { ...connection, chainId: 1 } },
    'switch',
  ],
  [
    'a danger is open',
    { ...facts, openDemands: 1 },
    'Confirm the statement above',
  ],
  [
    'dangers are open',
    { ...facts, openDemands: 2 },
    'Confirm the 2 statements above',
  ],
])('the button says why it waits: %s', (_, given, words) => {
  const reason = findOf(given)
  expect(reason?.kind === 'reason' ? reason.words : reason?.kind).toContain(
    words,
  )
})

test('nothing stands in the way of an owner who has read it all, nor of the host', () => {
  expect(findOf(facts)).toBeUndefined()
  const hosted = { ...connection, account: safe } as const
  expect(findOf({ ...facts, connection: hosted })).toBeUndefined()
})
