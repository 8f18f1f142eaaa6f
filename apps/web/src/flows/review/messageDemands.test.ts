import { demoAccounts } from '@covault/devnet'
import type { MessageFinding } from '@covault/protocol'
import { expect, test } from 'vitest'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import type { Connection } from '../../wallet/connection.js'
import { findMessageReason, listMessageDemands } from './messageDemands.js'

const { alice, bob, carol } = demoAccounts

const permit = (severity: MessageFinding['severity']): MessageFinding => ({
  id: 'message-permit',
  severity,
  sentence: '',
})
const calm = {
  findings: [],
  alarm: undefined,
  canValidate: true,
  version: '1.4.1',
  isGatewayAlone: false,
} as const

test.each([
  ['nothing', calm, []],
  ['a warning', { ...calm, findings: [permit('warning')] }, []],
  [
    'a danger',
    { ...calm, findings: [permit('danger')] },
    [['message-permit', 'tick']],
  ],
  [
    'a stop',
    { ...calm, findings: [permit('block')] },
    [['message-permit', 'typed']],
  ],
  [
    'a safe that cannot answer',
    { ...calm, canValidate: false },
    [['cannot-validate', 'tick']],
  ],
  [
    'an earlier wrong signature',
    { ...calm, alarm: { at: 5 } as never },
    [['wrong-signature:5', 'tick']],
  ],
  [
    'a version without chain id',
    { ...calm, version: '1.1.1' as const },
    [['replayable', 'tick']],
  ],
  [
    'the word of the gateway alone',
    { ...calm, isGatewayAlone: true },
    [['gateway-alone', 'tick']],
  ],
])('%s demands what it must', (_, facts, demands) => {
  expect(listMessageDemands(facts).map(({ id, kind }) => [id, kind])).toEqual(
    demands,
  )
})

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

test.each([
  ['nobody is connected', { ...facts, connection: undefined }, 'connect'],
  ['nothing is checked', { ...facts, check: undefined }, 'still running'],
  ['a check differs', { ...facts, check: makeCheck([], true) }, 'Refused'],
  [
    'the account is no owner',
    { ...facts, connection: { ...connection, account: carol.address } },
    'only owners can sign messages',
  ],
  [
    'it has signed',
    { ...facts, check: makeCheck([alice.address]) },
    'You have signed. 1 more owner has',
  ],
  [
    'it has signed the last one',
    { ...facts, check: makeCheck([alice.address, bob.address]) },
    'there are enough seals',
  ],
  [
    'it is the safe itself, whose owners have signed',
    {
      ...facts,
      connection: { ...connection, account: safe },
      check: makeCheck([alice.address, bob.address]),
    } as const,
    'The owners have signed',
  ],
  [
    'the wallet is elsewhere',
    { ...facts, connection: { ...connection, chainId: 1 } },
    'switch',
  ],
  ['a danger is open', { ...facts, openDemands: 1 }, '1 danger is open'],
  ['dangers are open', { ...facts, openDemands: 2 }, '2 dangers are open'],
])('the button says why it waits: %s', (_, given, words) => {
  const reason = findMessageReason(given)
  expect(reason?.kind === 'reason' ? reason.words : reason?.kind).toContain(
    words,
  )
})

test('nothing stands in the way of an owner who has read it all, nor of the host', () => {
  expect(findMessageReason(facts)).toBeUndefined()
  const hosted = { ...connection, account: safe } as const
  expect(findMessageReason({ ...facts, connection: hosted })).toBeUndefined()
})
