import type { AppConfig } from '@covault/api'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { environment } from '../preferences/environment.js'
import { hasFeature } from '../trust/chainFacts.js'
import { compareChain } from '../trust/compareClaims.js'
import { applyEnvironment } from './appConfig.js'
import { completeChains } from './completeChains.js'

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

describe('a gateway that the reader chose', () => {
  const unknown = { ...served, chainId: 987_654, features: ['ERC721'] }
  const endpoint = { authentication: 'NO_AUTHENTICATION', value: 'https://x' }
  const said = {
    chainId: '987654',
    chainName: 'Elsewhere',
    shortName: 'else',
    description: '',
    chainLogoUri: null,
    l2: false,
    isTestnet: false,
    zk: false,
    nativeCurrency: { ...nativeCurrency, logoUri: '' },
    transactionService: 'https://x',
    blockExplorerUriTemplate: { address: '', txHash: '', api: '' },
    beaconChainExplorerUriTemplate: { publicKey: null },
    disabledWallets: [],
    ensRegistryAddress: null,
    balancesProvider: { chainName: null, enabled: false },
    features: ['SAFE_APPS'],
    gasPrice: [
      {
        type: 'ORACLE',
        uri: 'https://gas.example',
        gasParameter: 'fast',
        gweiFactor: '1',
      },
      { type: 'FIXED', weiValue: '5' },
    ],
    publicRpcUri: endpoint,
    rpcUri: endpoint,
    safeAppsRpcUri: endpoint,
    theme: { textColor: '#000000', backgroundColor: '#ffffff' },
    recommendedMasterCopyVersion: '1.4.1',
    relayer: null,
    contractAddresses: null,
  }
  const complete = async () => {
    const { signal } = new AbortController()
    const [chain] = await completeChains([unknown], signal)
    if (!chain) throw new Error('The chain is gone.')
    return chain
  }

  afterEach(() => vi.unstubAllGlobals())

  test('says what is offered, and none of its oracles is called', async () => {
    vi.stubGlobal('fetch', async () => Response.json(said))
    const chain = await complete()
    expect(hasFeature(chain, 'SAFE_APPS')).toBe(true)
    expect(hasFeature(chain, 'ERC721')).toBe(false)
    expect(chain).toMatchObject({
      l2: false,
      gasPrice: [{ type: 'fixed', weiValue: '5' }],
    })
  })

  test('keeps nobody waiting when it is away', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    expect(await complete()).toEqual(unknown)
  })
})
