import type { Finding, MessageFinding } from '@covault/protocol'
import { expect, test } from 'vitest'
import { fromBlock } from '../../testing/provenance.js'
import { assertSameSources, ChangedMeanwhileError } from '../act/check.js'
import { listDemands } from './demands.js'

const calm = {
  findings: [],
  alarm: undefined,
  failure: null,
  version: '1.4.1',
  isGatewayAlone: false,
  nameOf: () => undefined,
} as const

test('what the gateway alone reported is signed after a tick that says so', () => {
  expect(listDemands('transaction', calm)).toEqual([])
  expect(listDemands('transaction', { ...calm, isGatewayAlone: true })).toEqual(
    [
      {
        id: 'gateway-alone',
        kind: 'tick',
        words: expect.stringMatching(/^Only the gateway reported the owners/),
      },
    ],
  )
})

test('a tick that nobody was asked for is not taken as given', () => {
  const chain = { provenance: fromBlock(7n) }
  const word = {
    provenance: {
      kind: 'gateway',
      block: 7n,
      endpoint: { source: 'door', host: 'safe.example' },
    },
  } as const
  const second = { source: 'own', host: undefined } as const
  const confirmed = { provenance: { ...word.provenance, second } }
  expect(() => assertSameSources(word, chain)).toThrow(ChangedMeanwhileError)
  expect(() => assertSameSources(word, undefined)).toThrow(
    ChangedMeanwhileError,
  )
  expect(() => assertSameSources(word, word)).not.toThrow()
  expect(() => assertSameSources(chain, word)).not.toThrow()
  expect(() => assertSameSources(confirmed, chain)).not.toThrow()
})

const spender = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const permit = (severity: MessageFinding['severity']): MessageFinding => ({
  id: 'message-permit',
  severity,
  title: 'Message is a permit',
  many: { one: '', other: '' },
  sentence: '',
  words: [],
  consequence: [{ party: spender }, ' will be able to take 5 units'],
})
const quiet = {
  findings: [],
  alarm: undefined,
  canValidate: true,
  version: '1.4.1',
  isGatewayAlone: false,
  nameOf: () => undefined,
} as const

test('a tick says what will come of it, with the names of the reader', () => {
  const say = (nameOf: (who: string) => string | undefined) =>
    listDemands('message', {
      ...quiet,
      failure: null,
      findings: [permit('danger')],
      nameOf,
    }).map(({ words }) => words)
  expect(say(() => undefined)).toEqual([
    '0x7099…79C8 will be able to take 5 units.',
  ])
  expect(say(() => 'Bob')).toEqual(['Bob will be able to take 5 units.'])
})

test('what is said twice is asked once, and what would fail as well', () => {
  const found = (path: number[]): Finding => ({
    id: 'would-fail',
    severity: 'danger',
    title: 'Transaction would fail',
    many: { one: '', other: '' },
    sentence: '',
    consequence: ['This transaction would fail now'],
    path,
  })
  expect(
    listDemands('transaction', {
      ...calm,
      findings: [found([0]), found([1])],
      failure: new Error('no'),
    }),
  ).toEqual([
    {
      id: 'would-fail:0',
      kind: 'tick',
      words: 'This transaction would fail now.',
    },
  ])
})

test.each([
  ['nothing', quiet, []],
  ['a warning', { ...quiet, findings: [permit('warning')] }, []],
  [
    'a danger',
    { ...quiet, findings: [permit('danger')] },
    [['message-permit', 'tick']],
  ],
  [
    'a block',
    { ...quiet, findings: [permit('block')] },
    [['message-permit', 'typed']],
  ],
  [
    'a safe that cannot answer',
    { ...quiet, canValidate: false },
    [['cannot-validate', 'tick']],
  ],
  [
    'an earlier wrong signature',
    { ...quiet, alarm: { at: 5 } as never },
    [['wrong-signature:5', 'tick']],
  ],
  [
    'a version without chain id',
    { ...quiet, version: '1.1.1' as const },
    [['replayable', 'tick']],
  ],
  [
    'the word of the gateway alone',
    { ...quiet, isGatewayAlone: true },
    [['gateway-alone', 'tick']],
  ],
])('of a message, %s demands what it must', (_, facts, demands) => {
  expect(
    listDemands('message', { ...facts, failure: null }).map(({ id, kind }) => [
      id,
      kind,
    ]),
  ).toEqual(demands)
})
