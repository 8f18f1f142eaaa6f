import { BaseError } from '@covault/protocol'
import type { Logger } from 'pino'
import type { Address, Hex } from 'viem'
import type { ConfiguredFeed, PricedAsset } from '../assetsConfig.js'
import {
  type FeedFlaw,
  type FeedPrice,
  readFeeds,
} from '../chain/priceFeeds.js'
import { requireBlock } from '../chain/requireBlock.js'
import type { BlockId } from '../store/cursors.js'
import type { AssetChain } from './assetChain.js'
import type { PriceKeeper } from './keepPrices.js'
import { knownFeeds } from './knownFeeds.js'

/** Prices that contracts of a chain tell, read once per block. */
export type FeedReader = {
  read(
    chain: AssetChain,
    block: BlockId,
  ): Promise<ReadonlyMap<PricedAsset, FeedPrice>>
  /** What was last read of a chain, at whatever block. */
  last(chainId: number): ReadonlyMap<PricedAsset, FeedPrice> | undefined
  /** Whether contracts of this chain could tell it. */
  tells(chainId: number, asset: PricedAsset): boolean
  list(chainId: number): ConfiguredFeed[]
}

export function createFeedReader(parameters: {
  feeds: readonly ConfiguredFeed[]
  keepPrices: PriceKeeper
  log: Logger
}): FeedReader {
  const { keepPrices, log } = parameters
  const feeds = chooseFeeds(parameters.feeds)
  type Prices = ReadonlyMap<PricedAsset, FeedPrice>
  // The last block of each chain: older ones are not asked for again.
  const known = new Map<number, { hash: Hex; prices: Promise<Prices> }>()
  const lastRead = new Map<number, Prices>()

  // Said once, not at every block.
  const doubted = new Map<Address, FeedFlaw | undefined>()
  const warn: Warn = ({ chainId, asset, address }, flaw) => {
    if (flaw && doubted.get(address) !== flaw)
      log.warn(
        { chainId, asset, feed: address, flaw },
        'A price feed was ignored',
      )
    doubted.set(address, flaw)
  }

  const readNow = async (chain: AssetChain, block: BlockId) => {
    const own = feeds.filter(({ chainId }) => chainId === chain.chainId)
    if (own.length === 0) return new Map<PricedAsset, FeedPrice>()
    const { prices, at } = await readAtBlock(chain, {
      block,
      feeds: own,
      warn,
    })
    await keepPrices({
      chainId: chain.chainId,
      at,
      prices: [...prices].map(([asset, { usd }]) => ({
        asset,
        usd,
        source: 'feed',
      })),
    })
    lastRead.set(chain.chainId, prices)
    return prices
  }

  return {
    last: (chainId) => lastRead.get(chainId),
    list: (chainId) => feeds.filter((feed) => feed.chainId === chainId),
    tells: (chainId, asset) =>
      feeds.some((feed) => feed.chainId === chainId && feed.asset === asset),
    read(chain, block) {
      const last = known.get(chain.chainId)
      if (last?.hash === block.hash) return last.prices
      const prices = readNow(chain, block)
      known.set(chain.chainId, { hash: block.hash, prices })
      // What failed may be asked again.
      prices.catch(() => known.delete(chain.chainId))
      return prices
    },
  }
}

type Warn = (feed: ConfiguredFeed, flaw: FeedFlaw | undefined) => void

/** What the operator says comes before what we know. */
function chooseFeeds(configured: readonly ConfiguredFeed[]): ConfiguredFeed[] {
  const isConfigured = ({ chainId, asset }: ConfiguredFeed) =>
    configured.some((feed) => feed.chainId === chainId && feed.asset === asset)
  return [...configured, ...knownFeeds.filter((feed) => !isConfigured(feed))]
}

async function readAtBlock(
  { pool, multicall }: AssetChain,
  parameters: {
    block: BlockId
    feeds: readonly ConfiguredFeed[]
    warn: Warn
  },
): Promise<{ prices: Map<PricedAsset, FeedPrice>; at: Date }> {
  const { block, feeds, warn } = parameters
  const { readings, time } = await pool.use(async (rpc) => {
    const found = await requireBlock(rpc, block)
    return {
      time: found.time,
      readings: await readFeeds(rpc, { feeds, block: found, multicall }),
    }
  })
  const prices = new Map<PricedAsset, FeedPrice>()
  for (const [index, feed] of feeds.entries()) {
    const reading = readings[index]
    if (!reading) continue
    const flaw = 'flaw' in reading ? reading.flaw : undefined
    warn(feed, flaw)
    if (!('flaw' in reading)) prices.set(feed.asset, reading)
  }
  return { prices, at: new Date(time * 1000) }
}

/**
 * A node that fails leaves tokens with the price that was last read, or
 * without one, but not without an amount.
 */
export async function readFeedsOrNone(
  feeds: FeedReader,
  parameters: { chain: AssetChain; block: BlockId; log: Logger },
): Promise<ReadonlyMap<PricedAsset, FeedPrice>> {
  const { chain, block, log } = parameters
  try {
    return await feeds.read(chain, block)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    log.warn(
      { chainId: chain.chainId, reason: error.message },
      'Prices could not be read from the chain',
    )
    return feeds.last(chain.chainId) ?? new Map()
  }
}
