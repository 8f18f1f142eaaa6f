import type { AppConfig } from '@covault/api'
import { describe, expect, test } from 'vitest'
import { environment } from '../preferences/environment.js'
import { compareChain } from '../trust/compareClaims.js'
import { applyEnvironment } from './appConfig.js'

const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }

const served: AppConfig['chains'][number] = {
  chainId: 31_337,
  shortName: 'local1',
  name: 'Local 1',
  rpcUrl: 'http://127.0.0.1:4401',
  nativeCurrency,
  testnet: true,
  local: true,
}

function apply(change: Partial<typeof served>) {
  const config = {
    version: '0',
    chains: [{ ...served, ...change }],
    walletConnect: null,
    demo: null,
  }
  const [chain] = applyEnvironment(config, {
    gatewayUrl: null,
    rpcUrls: [],
  }).chains
  if (!chain) throw new Error('The chain is gone.')
  return chain
}

environment.write({ gatewayUrl: 'https://gateway.example', rpcUrls: [] })

describe('the chains that are served', () => {
  test('of a known chain names and currency are those of the release', () => {
    expect(apply({ name: 'Ethereum', shortName: 'eth' })).toEqual(served)
  })

  test('decimals that were changed on the way are put right and refused', () => {
    const chain = apply({ nativeCurrency: { ...nativeCurrency, decimals: 6 } })
    expect(chain.nativeCurrency).toEqual(nativeCurrency)
    expect(compareChain(chain)).toMatchObject([
      {
        status: 'differs',
        here: 'ETH with 18 decimals',
        claim: { value: 'ETH with 6 decimals' },
      },
    ])
    expect(compareChain(apply({}))).toEqual([])
  })

  test('an address without a server is the gateway’s own', () => {
    expect(apply({ rpcUrl: '/rpc/31337' }).rpcUrl).toBe(
      'https://gateway.example/rpc/31337',
    )
  })

  test('what nobody knows is taken as it is served', () => {
    const unknown = { chainId: 999_999, name: 'Elsewhere', shortName: 'else' }
    expect(apply(unknown)).toEqual({ ...served, ...unknown })
  })
})
