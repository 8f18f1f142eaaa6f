import type { Address } from 'viem'
import {
  type DemoContractName,
  demoContracts,
  getDemoContractAddress,
} from './demoContracts.js'
import type { DemoWorld } from './seedDemoWorld.js'

/** What a gateway is told to serve the demo world. */
export type DemoConfig = {
  chains: { chainId: number; rpcUrls: [string]; publicRpcUrl: string }[]
  demo: Pick<DemoWorld, 'safes'>
  safeApps: {
    url: string
    name: string
    description: string
    tags: string[]
    features: string[]
  }[]
  embedding: { parents: string[] }
  tokenLists: string[]
  prices: {
    feeds: {
      chainId: number
      asset: string
      address: Address
      description: string
      maximumAgeSeconds: number
    }[]
    constants: { asset: string; usd: string }[]
  }
}

/** In the common format; the hostile token and the spam are on no list. */
export type DemoTokenList = {
  name: string
  tokens: {
    chainId: number
    address: Address
    name: string
    symbol: string
    decimals: number
  }[]
}

// Nobody updates these feeds: their last word holds.
const maximumAgeSeconds = 10 * 365 * 86_400

/** Rates of codes without a feed; the gateway marks them as such. */
const constants = Object.entries({
  AUD: '0.66',
  CAD: '0.73',
  CHF: '1.13',
  CNY: '0.14',
  GBP: '1.27',
  INR: '0.012',
  JPY: '0.0066',
  KRW: '0.00072',
  NZD: '0.6',
  RUB: '0.011',
  TRY: '0.029',
  ZAR: '0.055',
}).map(([asset, usd]) => ({ asset, usd }))

export function createDemoConfig({
  chains,
  safes,
  tokenListFile,
  port,
}: {
  chains: readonly { chainId: number; url: string }[]
  safes: DemoWorld['safes']
  tokenListFile: string
  /** Where the product is served; without it there is no example app. */
  port?: number
}): { config: DemoConfig; tokenList: DemoTokenList } {
  return {
    config: {
      // There is no key in it: anyone who sees the demo may ask its chains.
      chains: chains.map(({ chainId, url }) => ({
        chainId,
        rpcUrls: [url],
        publicRpcUrl: url,
      })),
      demo: { safes },
      safeApps: port === undefined ? [] : describeApps(port + 3),
      embedding: {
        // The same product under its other name can frame this one.
        parents: port === undefined ? [] : [`http://localhost:${port}`],
      },
      tokenLists: [tokenListFile],
      prices: {
        feeds: chains.flatMap(({ chainId }) => describeFeeds(chainId)),
        constants,
      },
    },
    tokenList: {
      name: 'Demo tokens',
      tokens: chains.flatMap(({ chainId }) => describeTokens(chainId)),
    },
  }
}

function describeApps(port: number): DemoConfig['safeApps'] {
  const url = `http://127.0.0.1:${port}`
  return [
    {
      url,
      name: 'Example app',
      description:
        'For developers: a button for every method of the Safe Apps SDK, with its reply.',
      tags: ['Developers', 'Conformance'],
      features: ['BATCHED_TRANSACTIONS'],
    },
    {
      url: `${url}/wagmi`,
      name: 'Wagmi example',
      description:
        'A sample app for developers: it connects through the Safe connector of the wagmi library.',
      tags: ['Developers'],
      features: [],
    },
  ]
}

function describeFeeds(chainId: number): DemoConfig['prices']['feeds'] {
  const feed = (
    asset: string,
    name: 'etherFeed' | 'dollarFeed' | 'bitcoinFeed' | 'euroFeed',
  ) => ({
    chainId,
    asset,
    address: getDemoContractAddress(name),
    description: demoContracts[name].arguments[0],
    maximumAgeSeconds,
  })
  return [
    feed('native', 'etherFeed'),
    feed('ETH', 'etherFeed'),
    feed('BTC', 'bitcoinFeed'),
    feed('EUR', 'euroFeed'),
    feed(getDemoContractAddress('dollar'), 'dollarFeed'),
  ]
}

function describeTokens(chainId: number): DemoTokenList['tokens'] {
  const listed = ['dollar', 'garden'] as const satisfies DemoContractName[]
  return listed.map((token) => {
    const [name, symbol, decimals] = demoContracts[token].arguments
    const address = getDemoContractAddress(token)
    return { chainId, address, name, symbol, decimals }
  })
}
