import { BaseError } from '@covault/protocol'
import type { Logger } from 'pino'
import type { Hex } from 'viem'
import type { ConfiguredFeed, PricedAsset } from '../assetsConfig.js'
import { type FeedPrice, readFeeds } from '../chain/priceFeeds.js'
import { requireBlock } from '../chain/requireBlock.js'
import type { BlockId } from '../store/cursors.js'
import type { AssetChain } from './assets.js'
import type { PriceKeeper } from './keepPrices.js'
import { knownFeeds } from './knownFeeds.js'

/** Prices that contracts of a chain tell, read once per block. */
export type FeedReader = {
  read(
    chain: AssetChain,
    block: BlockId,
  ): Promise<ReadonlyMap<PricedAsset, FeedPrice>>
  /** Whether contracts of this chain could tell it. */
  tells(chainId: number, asset: PricedAsset): boolean
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

  const readNow = async (chain: AssetChain, block: BlockId) => {
    const own = feeds.filter(({ chainId }) => chainId === chain.chainId)
    if (own.length === 0) return new Map<PricedAsset, FeedPrice>()
    const { prices, at } = await readAtBlock(chain, { block, feeds: own, log })
    await keepPrices({
      chainId: chain.chainId,
      at,
      prices: [...prices].map(([asset, { usd }]) => ({
        asset,
        usd,
        source: 'feed',
      })),
    })
    return prices
  }

  return {
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

/** What the operator says comes before what we know. */
function chooseFeeds(configured: readonly ConfiguredFeed[]): ConfiguredFeed[] {
  const isConfigured = ({ chainId, asset }: ConfiguredFeed) =>
    configured.some((feed) => feed.chainId === chainId && feed.asset === asset)
  return [...configured, ...knownFeeds.filter((feed) => !isConfigured(feed))]
}

async function readAtBlock(
  { chainId, pool, multicall }: AssetChain,
  parameters: {
    block: BlockId
    feeds: readonly ConfiguredFeed[]
    log: Logger
  },
): Promise<{ prices: Map<PricedAsset, FeedPrice>; at: Date }> {
  const { block, feeds, log } = parameters
  const { readings, time } = await pool.use(async (rpc) => {
    const found = await requireBlock(rpc, block)
    return {
      time: found.time,
      readings: await readFeeds(rpc, { feeds, block: found, multicall }),
    }
  })
  const prices = new Map<PricedAsset, FeedPrice>()
  for (const [index, { asset, address }] of feeds.entries()) {
    const reading = readings[index]
    if (!reading) continue
    if ('flaw' in reading)
      log.warn(
        { chainId, asset, feed: address, flaw: reading.flaw },
        'A price feed is not believed',
      )
    else prices.set(asset, reading)
  }
  return { prices, at: new Date(time * 1000) }
}

/** A node that fails leaves tokens without a price, not without an amount. */
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
    return new Map()
  }
}
