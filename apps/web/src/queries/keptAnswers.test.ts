// @vitest-environment node
import * as api from '@covault/api'
import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { safeQuery } from '../trust/safe.js'
import { safesQuery } from '../trust/safes.js'
import { gatewayKey } from './gatewayKey.js'
import { isKeptAnswer } from './keptAnswers.js'

test('of all that the gateway answers, the first lists are kept', () => {
  const kept = Object.entries(api).flatMap(([name, one]) =>
    isEndpoint(one) && isKeptAnswer(gatewayKey(one)) ? [name] : [],
  )
  expect(kept.toSorted()).toEqual([
    'getBalances',
    'getSafeOverviews',
    'getTransactionHistory',
    'getTransactionQueue',
  ])
})

test('of what the chain answers, safes are kept', () => {
  const chain = {
    chainId: 31337,
    shortName: 'local1',
    name: 'Local 1',
    rpcUrl: 'http://127.0.0.1:1',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    testnet: true,
    local: true,
  }
  expect(isKeptAnswer(safeQuery(chain, zeroAddress).queryKey)).toBe(true)
  expect(isKeptAnswer(safesQuery(chain, { known: [] }).queryKey)).toBe(true)
  expect(isKeptAnswer(['seals', 31337])).toBe(false)
})

function isEndpoint(value: unknown): value is api.Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value
}
