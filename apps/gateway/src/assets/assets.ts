import { createHash } from 'node:crypto'
import { BaseError, findChain } from '@covault/protocol'
import type { Logger } from 'pino'
import type { Address, Hex } from 'viem'
import type { AssetsConfig, ListedToken } from '../assetsConfig.js'
import type { ChainAccess } from '../chain/client.js'
import type { RpcPool } from '../chain/rpcPool.js'
import type { Resolve } from '../chain/safeFetch.js'
import type { Config } from '../config.js'
import type { Store } from '../store/openStore.js'
import { createFeedReader, type FeedReader } from './feeds.js'
import { createHttpPrices, type HttpPrices } from './httpPrices.js'
import { createPriceKeeper, type PriceKeeper } from './keepPrices.js'
import { type TrustedSymbols, toSkeleton } from './spam.js'

/** Everything that is needed to tell what safes have and what it is worth. */
export type Assets = {
  store: Store
  log: Logger
  chains: ReadonlyMap<number, AssetChain>
  constants: AssetsConfig['constants']
  keepPrices: PriceKeeper
  feeds: FeedReader
  httpPrices: HttpPrices
  ipfsGateways: readonly string[]
  resolve: Resolve | undefined
  now: () => Date
  /** Reads that are under way, so that many askers cost one answer. */
  underway: Map<string, Promise<unknown>>
}

export type AssetChain = {
  chainId: number
  pool: RpcPool
  multicall: Address
  nativeCurrency: { name: string; symbol: string; decimals: number }
  testnet: boolean
  outboundAccess: boolean
  listed: ReadonlyMap<Address, ListedToken>
  /** Changes when the lists do. */
  listsHash: Hex
  trustedSymbols: TrustedSymbols
}

const usualMulticall = '0xcA11bde05977b3631167028862bE2a173976CA11'

export function createAssets(parameters: {
  config: Pick<Config, 'assets' | 'chains'>
  chains: readonly Pick<ChainAccess, 'chainId' | 'pool'>[]
  store: Store
  log: Logger
  resolve?: Resolve
  now?: () => Date
}): Assets {
  const { config, store, log, resolve } = parameters
  const now = parameters.now ?? (() => new Date())
  const chains = new Map(
    parameters.chains.map(({ chainId, pool }) => [
      chainId,
      describeChain(config, { chainId, pool }),
    ]),
  )
  const keepPrices = createPriceKeeper(store)
  return {
    store,
    log,
    chains,
    constants: config.assets.constants,
    keepPrices,
    feeds: createFeedReader({ feeds: config.assets.feeds, keepPrices, log }),
    httpPrices: createHttpPrices({
      sources: config.assets.httpPrices,
      resolve,
      now,
      log,
    }),
    ipfsGateways: config.assets.ipfsGateways,
    resolve,
    now,
    underway: new Map(),
  }
}

function describeChain(
  { assets, chains }: Pick<Config, 'assets' | 'chains'>,
  { chainId, pool }: { chainId: number; pool: RpcPool },
): AssetChain {
  const config = chains.find((chain) => chain.chainId === chainId)
  if (!config) throw new ChainNotConfiguredError(chainId)
  const { nativeCurrency, testnet } = config
  const listed = assets.listedTokens.filter(
    (token) => token.chainId === chainId,
  )
  return {
    chainId,
    pool,
    multicall: findChain(chainId)?.multicall3Address ?? usualMulticall,
    nativeCurrency,
    testnet,
    outboundAccess: assets.outboundChainIds.has(chainId),
    listed: new Map(listed.map((token) => [token.address, token])),
    listsHash: `0x${createHash('sha256').update(JSON.stringify(listed)).digest('hex')}`,
    trustedSymbols: new Set(
      [nativeCurrency, ...listed].map(({ symbol }) => toSkeleton(symbol)),
    ),
  }
}

export function getChain(assets: Assets, chainId: number): AssetChain {
  const chain = assets.chains.get(chainId)
  if (!chain) throw new ChainNotConfiguredError(chainId)
  return chain
}

/** Whoever asks while the same is being read waits for that answer. */
export function shareRead<result>(
  { underway }: Pick<Assets, 'underway'>,
  key: string,
  read: () => Promise<result>,
): Promise<result> {
  const known = underway.get(key) as Promise<result> | undefined
  if (known !== undefined) return known
  const started = read().finally(() => underway.delete(key))
  underway.set(key, started)
  return started
}

export class ChainNotConfiguredError extends BaseError {
  override name = 'ChainNotConfiguredError'
  constructor(chainId: number) {
    super(`Chain ${chainId} is not configured.`)
  }
}
