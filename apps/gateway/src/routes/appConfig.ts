import { type EndpointWire, getAppConfig } from '@covault/api'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.js'
import type { Release } from '../http/release.js'
import { route } from '../http/route.js'
import { version } from '../version.js'
import { toGasPrices } from '../wire/gasPrices.js'
import { findOpenUrl, toDoorPath } from '../wire/rpcAddress.js'

export function appConfigRoutes(
  app: FastifyInstance,
  config: Config,
  parameters: {
    release: Release | undefined
    readPosition: () => string | undefined
  },
): void {
  const { release, readPosition } = parameters
  const appConfig = { ...toAppConfig(config), ...(release && { release }) }
  route(app, getAppConfig, () => {
    // How much goes on is the members' business.
    const position = config.access.mode === 'open' ? readPosition() : undefined
    return position === undefined
      ? appConfig
      : { ...appConfig, livePosition: position }
  })
}

/** What the browser may know of the configuration. */
function toAppConfig(config: Config): EndpointWire<typeof getAppConfig> {
  return {
    version,
    chains: config.chains.map((chain) => ({
      chainId: chain.chainId,
      shortName: chain.shortName,
      name: chain.name,
      rpcUrl: findOpenUrl(chain) ?? toDoorPath(chain),
      nativeCurrency: chain.nativeCurrency,
      testnet: chain.testnet,
      local: chain.local,
      l2: chain.l2,
      features: [...chain.features],
      recommendedVersion: chain.recommendedVersion,
      blockExplorer: chain.blockExplorer && {
        name: chain.blockExplorer.name,
        address: chain.blockExplorer.address,
        txHash: chain.blockExplorer.txHash,
      },
      ensRegistryAddress: chain.ensRegistryAddress,
      multicall3Address: chain.multicall3Address,
      gasPrice: toGasPrices(chain),
    })),
    walletConnect: config.walletConnect ?? null,
    demo: config.demo ? toDemo(config.demo, config.access) : null,
    bridged: config.bridges.length > 0,
    embedding: config.embedding,
  }
}

/** Everybody gets this answer, and names of safes are their members'. */
function toDemo(
  demo: NonNullable<Config['demo']>,
  { mode }: Config['access'],
): NonNullable<Config['demo']> {
  return mode === 'members' ? { safes: [] } : demo
}
