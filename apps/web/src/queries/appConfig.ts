import { type AppConfig, call, createClient, getAppConfig } from '@covault/api'
import { findChain } from '@covault/protocol'
import { queryOptions } from '@tanstack/react-query'
import { isFromFolder } from '../lib/servedFrom.js'
import {
  type Environment,
  environment,
  findRpcUrl,
  readGatewayUrl,
} from '../preferences/environment.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { fetchEarly } from '../trust/early.js'
import { gateway, isAlone } from './gateway.js'
import { gatewayKey } from './gatewayKey.js'
import { livenessQuery } from './health.js'

/**
 * Anyone who serves the page says what it is set up for, also where lists come
 * from another gateway. Without an answer there is no page at all.
 */
const home = createClient({
  baseUrl: '',
  retryLimit: 12,
  timeout: 120_000,
  fetch: fetchEarly,
})

/** The document has it fetched ahead, and its head script reads it: `head/`. */
export const appConfigQuery = queryOptions({
  queryKey: ['appConfig'],
  queryFn: async ({ client: cache, signal }) => {
    const own = environment.read()
    const config = applyEnvironment(await readConfig(signal), own)
    // Only the gateway itself says that, and has just answered: no probe yet.
    if (config.livePosition !== undefined)
      cache.setQueryData(livenessQuery.queryKey, { status: 'OK' })
    const isTold = config.chains.every(({ features }) => features)
    if (isAlone || (isTold && own.gatewayUrl === null)) return config
    // What is offered on a chain says anyone who lists its safes: the gateway
    // that the reader chose, and where it is of an older release.
    const { completeChains } = await import('./completeChains.js')
    return { ...config, chains: await completeChains(config.chains, signal) }
  },
  staleTime: Number.POSITIVE_INFINITY,
})

async function readConfig(signal: AbortSignal): Promise<AppConfig> {
  if (!isFromFolder()) return call(home, getAppConfig, { signal })
  const { readFolderConfig } = await import('./folderConfig.js')
  return readFolderConfig(home, signal)
}

/** How often it is asked whether a newer app is served. */
const versionInterval = 5 * 60_000

/** What is served now, to be compared with what this page was made from. */
export const servedConfigQuery = queryOptions({
  queryKey: gatewayKey(getAppConfig),
  queryFn: ({ signal }) =>
    call(gateway, getAppConfig, { signal, retryLimit: 0 }),
  refetchInterval: versionInterval,
  staleTime: versionInterval,
  // A folder is replaced by hand.
  enabled: !isFromFolder(),
})

/** Where the reader has a node of their own, that one is read. */
export function applyEnvironment(
  config: AppConfig,
  chosen: Environment,
): AppConfig {
  return {
    ...config,
    // Another gateway counts its own changes.
    livePosition: chosen.gatewayUrl === null ? config.livePosition : undefined,
    chains: config.chains.map((chain) => ({
      ...correct(chain),
      rpcUrl: findRpcUrl(chosen, chain.chainId) ?? toAbsolute(chain.rpcUrl),
    })),
  }
}

/** Where no other address is published, the gateway names its own `/rpc`. */
function toAbsolute(rpcUrl: string): string {
  const gatewayUrl = readGatewayUrl()
  if (URL.canParse(rpcUrl) || !URL.canParse(rpcUrl, gatewayUrl)) return rpcUrl
  return new URL(rpcUrl, gatewayUrl).href
}

/**
 * Of a chain that everybody knows only the endpoint is taken from anyone who
 * serves the page: amounts are written and read by the decimals of its
 * currency, and by its name people know where they are.
 */
function correct(chain: AppConfig['chains'][number]): ChainConfig {
  const known = findChain(chain.chainId)
  if (!known) return chain
  const { name, shortName, testnet, local, nativeCurrency } = known
  const { symbol, decimals } = chain.nativeCurrency
  const isTrue =
    symbol === nativeCurrency.symbol && decimals === nativeCurrency.decimals
  return {
    ...chain,
    ...{ name, shortName, testnet, local, nativeCurrency },
    ...(!isTrue && { denied: chain.nativeCurrency }),
  }
}
