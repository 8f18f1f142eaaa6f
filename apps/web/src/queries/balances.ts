import { call, getBalances, getFiatCodes } from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { gateway, listLimits } from './gateway.js'

/** Codes of the currencies that prices are known in. */
export const fiatCodesQuery = queryOptions({
  queryKey: ['gateway', 'fiatCodes'],
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
}: {
  chainId: number
  address: Address
  currency: string
}) {
  return queryOptions({
    queryKey: ['gateway', 'balances', chainId, address, currency],
    queryFn: ({ signal }) =>
      call(gateway, getBalances, {
        params: { chainId, address, currency },
        query: { trusted: true, exclude_spam: true },
        signal,
        ...listLimits,
      }),
  })
}
