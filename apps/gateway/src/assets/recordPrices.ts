import { setTimeout as delay } from 'node:timers/promises'
import { formatDecimal } from '@covault/api/decimal'
import { BaseError } from '@covault/protocol'
import type { Address } from 'viem'
import { readFeedHistory } from '../chain/feedHistory.js'
import { requireBlock } from '../chain/requireBlock.js'
import {
  type DailyPrice,
  listDailyPrices,
  savePastPrices,
} from '../store/prices.js'
import { type Assets, getChain } from './assets.js'
import { pinBlock } from './pinBlock.js'
import { toStoredAsset } from './readPrices.js'

const everyMs = 3_600_000

/** Prices are kept for the history also when nobody asks for them. */
export function startPriceRecorder(assets: Assets): { stop(): Promise<void> } {
  let running = recordPastPrices(assets)
  const timer = setInterval(() => {
    running = running.then(() => recordPrices(assets))
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      // A node that hangs must not keep the process from ending.
      await Promise.race([running, delay(500, undefined, { ref: false })])
    },
  }
}

/** Reading a feed keeps its price. */
export async function recordPrices(assets: Assets): Promise<void> {
  await forEachChain(assets, async (chain) => {
    await assets.feeds.read(chain, await pinBlock(assets.store, chain))
  })
}

/** What feeds remember of the time before they were first read. */
export async function recordPastPrices(assets: Assets): Promise<void> {
  const { store, feeds } = assets
  await forEachChain(assets, async (chain) => {
    const { chainId, pool, multicall } = chain
    const block = await pinBlock(store, chain)
    // A token that is not believed now is not believed for the past.
    const believed = await feeds.read(chain, block)
    for (const { asset, address } of feeds.list(chainId)) {
      if (!believed.has(asset)) continue
      const history = await pool.use(async (rpc) => {
        await requireBlock(rpc, block)
        return readFeedHistory(rpc, {
          feed: address,
          blockHash: block.hash,
          multicall,
        })
      })
      await savePastPrices(store, {
        chainId,
        asset,
        prices: history.map(({ usd, updatedAt }) => ({
          at: new Date(updatedAt * 1000),
          usd: formatDecimal(usd),
        })),
      })
    }
  })
}

/** A chain that fails now is read the next time. */
async function forEachChain(
  { chains, feeds, log }: Assets,
  act: (chain: Parameters<Assets['feeds']['read']>[0]) => Promise<void>,
): Promise<void> {
  for (const chain of chains.values()) {
    const { chainId } = chain
    if (feeds.list(chainId).length === 0) continue
    await act(chain).catch((error: unknown) => {
      const reason = error instanceof BaseError ? error.message : undefined
      log.warn({ chainId, reason }, 'Prices were not recorded')
    })
  }
}

/** What a token (the zero address for the native one) was worth in US dollars, by day. */
export async function readDailyPrices(
  assets: Assets,
  parameters: { chainId: number; token: Address; from: Date; to: Date },
): Promise<DailyPrice[]> {
  const { chainId, token, from, to } = parameters
  const chain = getChain(assets, chainId)
  const asset = toStoredAsset(assets, { chain, token })
  return listDailyPrices(assets.store, { chainId, asset, from, to })
}
