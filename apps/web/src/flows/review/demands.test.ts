import type { MessageFinding } from '@covault/protocol'
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

const permit = (severity: MessageFinding['severity']): MessageFinding => ({
  id: 'message-permit',
  severity,
  sentence: '',
})
const quiet = {
  findings: [],
  alarm: undefined,
  canValidate: true,
  version: '1.4.1',
  isGatewayAlone: false,
} as const

test.each([
  ['nothing', quiet, []],
  ['a warning', { ...quiet, findings: [permit('warning')] }, []],
  [
    'a danger',
    { ...quiet, findings: [permit('danger')] },
    [['message-permit', 'tick']],
  ],
  [
    'a stop',
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
