import { type Decimal, formatDecimal } from '@covault/api/decimal'
import type { Store } from '../store/openStore.js'
import { type PriceSource, savePrices } from '../store/prices.js'
import { ifWritable } from '../store/storeFailure.js'

export type KeptPrice = { asset: string; usd: Decimal; source: PriceSource }

/** Stores prices for the history, each once an hour unless it changes. */
export type PriceKeeper = (parameters: {
  chainId: number
  at: Date
  prices: readonly KeptPrice[]
}) => Promise<void>

export function createPriceKeeper(store: Store): PriceKeeper {
  // One entry per asset that has a price.
  const last = new Map<string, string>()
  return async ({ chainId, at, prices }) => {
    const hour = Math.floor(at.getTime() / 3_600_000)
    const changed = prices
      .map(({ asset, usd, source }) => ({
        asset,
        usd: formatDecimal(usd),
        source,
      }))
      .filter(({ asset, usd, source }) => {
        const key = `${chainId}:${asset}`
        const entry = `${hour}:${usd}:${source}`
        if (last.get(key) === entry) return false
        last.set(key, entry)
        return true
      })
    await ifWritable(savePrices(store, { chainId, at, prices: changed }))
  }
}
