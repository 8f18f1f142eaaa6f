import type { Address } from 'viem'
import {
  type DemoContractName,
  demoContracts,
  getDemoContractAddress,
} from './demoContracts.js'
import type { DemoWorld } from './seedDemoWorld.js'

/** What a gateway is told to serve the demo world. */
export type DemoConfig = {
  chains: { chainId: number; rpcUrls: [string] }[]
  demo: Pick<DemoWorld, 'safes'>
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
}: {
  chains: readonly { chainId: number; url: string }[]
  safes: DemoWorld['safes']
  tokenListFile: string
}): { config: DemoConfig; tokenList: DemoTokenList } {
  return {
    config: {
      chains: chains.map(({ chainId, url }) => ({ chainId, rpcUrls: [url] })),
      demo: { safes },
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
