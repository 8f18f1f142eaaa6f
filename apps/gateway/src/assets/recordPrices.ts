import { type DailyPrice, listDailyPrices } from '../store/prices.js'
import { type Assets, getChain } from './assets.js'
import { readFeedsOrNone } from './feeds.js'
import { pinBlock } from './pinBlock.js'

const everyMs = 3_600_000

/** Prices are kept for the history also when nobody asks for them. */
export function startPriceRecorder(assets: Assets): { stop(): Promise<void> } {
  let running = Promise.resolve()
  const record = () => {
    running = recordPrices(assets).catch((error: unknown) => {
      assets.log.warn({ error }, 'Prices were not recorded')
    })
  }
  record()
  const timer = setInterval(record, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** Reading a feed keeps its price. */
export async function recordPrices({
  chains,
  feeds,
  store,
  log,
}: Assets): Promise<void> {
  for (const chain of chains.values()) {
    const block = await pinBlock(store, chain).catch(() => undefined)
    if (block) await readFeedsOrNone(feeds, { chain, block, log })
  }
}

/** What a token, `native` or a currency was worth in US dollars, by day. */
export async function readDailyPrices(
  assets: Assets,
  parameters: { chainId: number; asset: string; from: Date; to: Date },
): Promise<DailyPrice[]> {
  getChain(assets, parameters.chainId)
  return listDailyPrices(assets.store, parameters)
}
