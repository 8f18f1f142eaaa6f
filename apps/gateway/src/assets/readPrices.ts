import type { Decimal } from '@covault/api/decimal'
import { type Address, zeroAddress } from 'viem'
import type { PricedAsset } from '../assetsConfig.js'
import type { FiatCode } from '../fiatCodes.js'
import type { BlockId } from '../store/cursors.js'
import type { PriceSource } from '../store/prices.js'
import type { AssetChain } from './assetChain.js'
import type { Assets } from './assets.js'
import { readFeedsOrNone } from './feeds.js'
import type { KeptPrice } from './keepPrices.js'
import { pinBlock } from './pinBlock.js'

/** In US dollars. A constant is an opinion of the operator and marked so. */
export type Price = { usd: Decimal; source: PriceSource }

type Place = { chain: AssetChain; block: BlockId }

/**
 * Prices of the native currency (the zero address) and of tokens: of a feed on
 * the chain, else of a configured host, else a configured constant. A token
 * without one is missing.
 */
export async function readPrices(
  assets: Assets,
  parameters: Place & { tokens: readonly Address[] },
): Promise<Map<Address, Price>> {
  const { chain, block, tokens } = parameters
  const prices = new Map<Address, Price>()
  const native = await readNativePrice(assets, { chain, block })
  if (native) prices.set(zeroAddress, native)
  const feeds = await readFeedsOrNone(assets.feeds, {
    chain,
    block,
    log: assets.log,
  })
  for (const token of tokens) {
    const usd = feeds.get(token)?.usd
    if (usd) prices.set(token, { usd, source: 'feed' })
  }
  await addHttpPrices(assets, { chain, tokens, prices })
  for (const token of [zeroAddress, ...tokens]) {
    const usd = findConstant(assets, { chain, asset: toAsset(token) })
    if (usd && !prices.has(token))
      prices.set(token, { usd, source: 'constant' })
  }
  await keepOthers(assets, { chain, prices })
  return prices
}

/** What configuration calls a token. */
function toAsset(token: Address): PricedAsset {
  return token === zeroAddress ? 'native' : token
}

/** Under what prices of a token are stored. */
export function toStoredAsset(
  { feeds }: Pick<Assets, 'feeds'>,
  { chain, token }: { chain: AssetChain; token: Address },
): PricedAsset {
  const { chainId, nativeCurrency } = chain
  const isEther =
    token === zeroAddress &&
    nativeCurrency.symbol === 'ETH' &&
    !feeds.tells(chainId, 'native') &&
    feeds.tells(chainId, 'ETH')
  return isEther ? 'ETH' : toAsset(token)
}

/** What one unit of a currency is worth in US dollars. */
export async function readRate(
  assets: Assets,
  parameters: Place & { code: FiatCode },
): Promise<Price | undefined> {
  const { chain, block, code } = parameters
  if (code === 'USD')
    return { usd: { digits: 1n, scale: 0 }, source: 'constant' }
  const usd = await readFromFeeds(assets, { chain, block, asset: code })
  if (usd) return { usd, source: 'feed' }
  const constant = findConstant(assets, { chain, asset: code })
  return constant && { usd: constant, source: 'constant' }
}

async function readNativePrice(
  assets: Assets,
  { chain, block }: Place,
): Promise<Price | undefined> {
  const { symbol } = chain.nativeCurrency
  const own = await readFromFeeds(assets, { chain, block, asset: 'native' })
  if (own) return { usd: own, source: 'feed' }
  if (symbol !== 'ETH') return undefined
  // What a test network calls Ether has no other network's price.
  return chain.testnet
    ? readOwnEther(assets, { chain, block })
    : readRate(assets, { chain, block, code: 'ETH' })
}

async function readOwnEther(
  { feeds, log }: Assets,
  { chain, block }: Place,
): Promise<Price | undefined> {
  const own = await readFeedsOrNone(feeds, { chain, block, log })
  const usd = own.get('ETH')?.usd
  return usd && { usd, source: 'feed' }
}

/** This chain's feed, else another chain's: a currency is the same on all. */
async function readFromFeeds(
  { chains, feeds, store, log }: Assets,
  { chain, block, asset }: Place & { asset: PricedAsset },
): Promise<Decimal | undefined> {
  const own = await readFeedsOrNone(feeds, { chain, block, log })
  const found = own.get(asset)
  if (found || asset === 'native') return found?.usd
  for (const other of chains.values()) {
    if (other === chain || !feeds.tells(other.chainId, asset)) continue
    const pinned = await pinBlock(store, other).catch(() => undefined)
    if (!pinned) continue
    const prices = await readFeedsOrNone(feeds, {
      chain: other,
      block: pinned,
      log,
    })
    const usd = prices.get(asset)?.usd
    if (usd) return usd
  }
  return undefined
}

async function addHttpPrices(
  { httpPrices }: Assets,
  {
    chain,
    tokens,
    prices,
  }: {
    chain: AssetChain
    tokens: readonly Address[]
    prices: Map<Address, Price>
  },
): Promise<void> {
  const { chainId, outboundAccess } = chain
  if (!outboundAccess) return
  const found = await httpPrices.read({
    chainId,
    tokens: [zeroAddress, ...tokens].filter((token) => !prices.has(token)),
  })
  for (const [token, usd] of found) prices.set(token, { usd, source: 'http' })
}

function findConstant(
  { constants }: Assets,
  { chain, asset }: { chain: AssetChain; asset: PricedAsset },
): Decimal | undefined {
  const found = constants.find(
    (constant) =>
      constant.asset === asset &&
      (constant.chainId ?? chain.chainId) === chain.chainId,
  )
  return found?.usd
}

/** Feeds are kept where they are read. */
async function keepOthers(
  { keepPrices, now }: Assets,
  { chain, prices }: { chain: AssetChain; prices: ReadonlyMap<Address, Price> },
): Promise<void> {
  const kept = [...prices].map(
    ([token, price]): KeptPrice => ({ asset: toAsset(token), ...price }),
  )
  await keepPrices({
    chainId: chain.chainId,
    at: now(),
    prices: kept.filter(({ source }) => source !== 'feed'),
  })
}
