import { type Address, zeroAddress } from 'viem'
import type { DailyPrice } from '../store/prices.js'
import { type Assets, getChain } from './assets.js'
import { readDailyPrices } from './recordPrices.js'

const dayMs = 86_400_000
/** What a feed said holds until it speaks again, but not for longer. */
export const heldDays = 45

/** The price that held on a day, `2026-11-15`; oldest first. */
export function findHeldPrice(
  prices: readonly DailyPrice[],
  day: string,
): DailyPrice | undefined {
  const oldest = new Date(Date.parse(day) - heldDays * dayMs)
  const first = oldest.toISOString().slice(0, 10)
  return prices.findLast((price) => price.day <= day && price.day >= first)
}

type FindPrice = (token: Address | null, at: Date) => DailyPrice | undefined

/**
 * What tokens were worth when they moved; a token on no list has no
 * price.
 */
export async function readPricesThen(
  assets: Assets,
  parameters: {
    chainId: number
    movements: readonly { token: Address | null; executedAt: Date }[]
  },
): Promise<FindPrice> {
  const { chainId, movements } = parameters
  if (movements.length === 0) return () => undefined
  const { listed } = getChain(assets, chainId)
  const times = movements.map(({ executedAt }) => executedAt.getTime())
  const from = new Date(Math.min(...times) - heldDays * dayMs)
  const to = new Date(Math.max(...times) + dayMs)
  // Whatever moved, its fee was paid in the native currency.
  const tokens = new Set([
    zeroAddress,
    ...movements.flatMap(({ token }) =>
      token && listed.has(token) ? token : [],
    ),
  ])
  const known = new Map(
    await Promise.all(
      [...tokens].map(
        async (token) =>
          [
            token,
            await readDailyPrices(assets, { chainId, token, from, to }),
          ] as const,
      ),
    ),
  )
  return (token, at) =>
    findHeldPrice(
      known.get(token ?? zeroAddress) ?? [],
      at.toISOString().slice(0, 10),
    )
}
