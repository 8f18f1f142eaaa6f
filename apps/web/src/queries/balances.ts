import {
  type Balances,
  call,
  getBalances,
  getFiatCodes,
  getValueHistory,
  type SafeReference,
  type ValuePeriod,
} from '@covault/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { gateway } from './gateway.js'
import { gatewayKey } from './gatewayKey.js'

/** Codes of the currencies that prices are known in. */
export const fiatCodesQuery = queryOptions({
  queryKey: gatewayKey(getFiatCodes),
  queryFn: async ({ signal }) => {
    const codes = await call(gateway, getFiatCodes, { signal })
    return codes.map((code) => code.toLowerCase())
  },
  staleTime: Number.POSITIVE_INFINITY,
})

export type BalancesAnswer = Balances & {
  /**
   * Of an answer in the gateway's place, which has the tokens that are known.
   * What the gateway says itself never has it, as with the past.
   */
  isFromChain?: true
}

export function balancesQuery({
  chainId,
  address,
  currency,
  trustedOnly,
}: SafeReference & {
  currency: string
  /** Listed tokens only, or whatever was sent to the safe. */
  trustedOnly: boolean
}) {
  return queryOptions({
    queryKey: gatewayKey(getBalances, {
      safes: [{ chainId, address }],
      asked: { currency, trustedOnly },
    }),
    queryFn: ({ signal }): Promise<BalancesAnswer> =>
      call(gateway, getBalances, {
        params: { chainId, address, currency },
        query: { trusted: trustedOnly, exclude_spam: trustedOnly },
        signal,
      }),
  })
}

/** What a safe was worth over a period, as the gateway has kept it. */
export function valueHistoryQuery({
  chainId,
  address,
  currency,
  period,
}: SafeReference & {
  currency: string
  period: ValuePeriod
}) {
  return queryOptions({
    queryKey: gatewayKey(getValueHistory, {
      safes: [{ chainId, address }],
      asked: { currency, period },
    }),
    queryFn: ({ signal }) =>
      call(gateway, getValueHistory, {
        params: { chainId, address, currency },
        query: { period },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}
