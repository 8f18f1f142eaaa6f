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
  expect(listDemands(calm)).toEqual([])
  expect(listDemands({ ...calm, isGatewayAlone: true })).toEqual([
    {
      id: 'gateway-alone',
      kind: 'tick',
      words: expect.stringMatching(/^Only the gateway reported the owners/),
    },
  ])
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
