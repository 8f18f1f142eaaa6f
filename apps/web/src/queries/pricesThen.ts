import { call, type EndpointResponse, getPricesThen } from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { listWords } from '../lib/formatCount.js'
import { valueInCents } from '../lib/money.js'
import { gateway } from './gateway.js'

export type PriceThen = EndpointResponse<typeof getPricesThen>[number]

/** More tokens than these are not asked for at once. */
const mostTokens = 50

/** What tokens were worth on a day, `2026-11-15`; the past does not change. */
export function pricesThenQuery(
  chainId: number,
  { day, tokens }: { day: string; tokens: readonly Address[] },
) {
  const asked = [...tokens].sort().slice(0, mostTokens)
  return queryOptions({
    queryKey: ['pricesThen', chainId, day, asked],
    queryFn: ({ signal }) =>
      call(gateway, getPricesThen, {
        params: { chainId },
        query: { day, tokens: asked.join() },
        signal,
      }),
    enabled: asked.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** In hundredths of a dollar; undefined unless every price is known. */
export function sumValue(
  amounts: readonly { token: Address; value: bigint; decimals: number }[],
  prices: readonly PriceThen[] | undefined,
): bigint | undefined {
  let sum = 0n
  for (const { token, value, decimals } of amounts) {
    const known = prices?.find(({ tokenAddress }) => tokenAddress === token)
    if (!known?.price) return undefined
    const { usd } = known.price
    sum += valueInCents({ amount: value, decimals, price: usd })
  }
  return sum
}

/** "Prices: feed, dated 2026-11-14 or later": where prices come from, and how old the oldest is. */
export function describePrices(prices: readonly PriceThen[]): string {
  const known = prices.flatMap(({ price }) => price ?? [])
  const sources = [...new Set(known.map(({ source }) => source))]
  const [oldest] = known.map(({ day }) => day).sort()
  return `Prices: ${listWords(sources)}, dated ${oldest} or later`
}
