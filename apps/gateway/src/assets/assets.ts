import type { Logger } from 'pino'
import type { AssetsConfig } from '../assetsConfig.js'
import type { ChainPools } from '../chain/client.js'
import type { Resolve } from '../chain/pinnedRequest.js'
import type { Config } from '../config.js'
import type { Store } from '../store/openStore.js'
import type { StoredToken } from '../store/tokens.js'
import {
  type AssetChain,
  ChainNotConfiguredError,
  describeChain,
} from './assetChain.js'
import { createFeedReader, type FeedReader } from './feeds.js'
import { createHttpPrices, type HttpPrices } from './httpPrices.js'
import { createPriceKeeper, type PriceKeeper } from './keepPrices.js'

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
  /** Addresses without code that were asked about lately, by chain. */
  codeless: Map<string, StoredToken>
  /** Reads that are under way, so that many askers cost one answer. */
  underway: Map<string, Promise<unknown>>
}

export function createAssets(parameters: {
  config: Pick<Config, 'assets' | 'chains'>
  chains: readonly ChainPools[]
  store: Store
  log: Logger
  resolve?: Resolve
  now?: () => Date
}): Assets {
  const { config, store, log, resolve } = parameters
  const now = parameters.now ?? (() => new Date())
  const chains = new Map(
    parameters.chains.map((access) => [
      access.chainId,
      describeChain(config, access),
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
    codeless: new Map(),
    underway: new Map(),
  }
}

export function getChain(assets: Assets, chainId: number): AssetChain {
  const chain = assets.chains.get(chainId)
  if (!chain) throw new ChainNotConfiguredError(chainId)
  return chain
}

/** Anyone who asks while the same is being read waits for that answer. */
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

/**
 * Reads for anyone who asks next what took a node too long for the one who
 * asked now. It must keep what it reads.
 */
export function readLater(
  assets: Pick<Assets, 'underway'>,
  parameters: {
    key: string
    chain: AssetChain
    read(chain: AssetChain): Promise<unknown>
  },
): void {
  const { key, chain, read } = parameters
  const patient = { ...chain, pool: chain.patientPool }
  shareRead(assets, `later:${key}`, () => read(patient)).catch(() => undefined)
}
