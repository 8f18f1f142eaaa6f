import {
  call,
  getBalances,
  getFiatCodes,
  getValueHistory,
  type ValuePeriod,
} from '@covault/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { gateway, listLimits } from './gateway.js'
import { gatewayKey } from './gatewayKey.js'

/** Codes of the currencies that prices are known in. */
export const fiatCodesQuery = queryOptions({
  queryKey: gatewayKey(getFiatCodes),
  queryFn: async ({ signal }) => {
    const codes = await call(gateway, getFiatCodes, { signal, ...listLimits })
    return codes.map((code) => code.toLowerCase())
  },
  staleTime: Number.POSITIVE_INFINITY,
})

export function balancesQuery({
  chainId,
  address,
  currency,
  trustedOnly,
}: {
  chainId: number
  address: Address
  currency: string
  /** Listed tokens only, or whatever was sent to the safe. */
  trustedOnly: boolean
}) {
  return queryOptions({
    queryKey: gatewayKey(getBalances, {
      safes: [{ chainId, address }],
      asked: { currency, trustedOnly },
    }),
    queryFn: ({ signal }) =>
      call(gateway, getBalances, {
        params: { chainId, address, currency },
        query: { trusted: trustedOnly, exclude_spam: trustedOnly },
        signal,
        ...listLimits,
      }),
  })
}

/** What a safe was worth over a period, as the gateway has kept it. */
export function valueHistoryQuery({
  chainId,
  address,
  currency,
  period,
}: {
  chainId: number
  address: Address
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
        ...listLimits,
      }),
    placeholderData: keepPreviousData,
  })
}
