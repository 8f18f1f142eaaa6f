import type { Decimal } from '@covault/api/decimal'
import type { Logger } from 'pino'
import type { Address } from 'viem'
import type { HttpPriceSource } from '../assetsConfig.js'
import { fetchPrices } from '../chain/httpPrices.js'
import type { Resolve } from '../chain/pinnedRequest.js'

/** Prices of configured hosts, asked at most once a minute for each token. */
export type HttpPrices = {
  read(parameters: {
    chainId: number
    tokens: readonly Address[]
  }): Promise<ReadonlyMap<Address, Decimal>>
}

const keptMs = 60_000

/** More are forgotten, the oldest first. */
const mostKept = 10_000

export function createHttpPrices(parameters: {
  sources: readonly HttpPriceSource[]
  resolve?: Resolve | undefined
  now: () => Date
  log: Logger
}): HttpPrices {
  const { sources, resolve, now, log } = parameters
  // Also of tokens nobody knows, so that they are not asked for at once again.
  const kept = new Map<string, { usd: Decimal | undefined; until: number }>()

  const keep = (key: string, usd: Decimal | undefined) => {
    kept.delete(key)
    kept.set(key, { usd, until: now().getTime() + keptMs })
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  }

  const ask = async (chainId: number, tokens: readonly Address[]) => {
    const found = new Map<Address, Decimal>()
    for (const source of sources) {
      const missing = tokens.filter((token) => !found.has(token))
      const prices = await fetchPrices(source, {
        chainId,
        tokens: missing,
        resolve,
      }).catch((error: unknown) => {
        log.warn({ chainId, error }, 'A price source failed')
        return new Map<Address, Decimal>()
      })
      for (const [token, usd] of prices) found.set(token, usd)
    }
    for (const token of tokens) keep(`${chainId}:${token}`, found.get(token))
  }

  return {
    async read({ chainId, tokens }) {
      if (sources.length === 0) return new Map()
      const time = now().getTime()
      const missing = tokens.filter(
        (token) => (kept.get(`${chainId}:${token}`)?.until ?? 0) <= time,
      )
      if (missing.length > 0) await ask(chainId, missing)
      return new Map(
        tokens.flatMap((token) => {
          const usd = kept.get(`${chainId}:${token}`)?.usd
          return usd ? [[token, usd]] : []
        }),
      )
    },
  }
}
