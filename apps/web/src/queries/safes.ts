import {
  call,
  getSafe,
  getSafeOverviews,
  type SafeOverview,
  type SafeReference,
  watchSafe,
} from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { splitByCall, splitByChain } from '../lib/expectedSafes.js'
import { gateway } from './gateway.js'
import { gatewayKey } from './gatewayKey.js'

/** Value and waiting transactions of several safes, as the gateway says. */
export function overviewsQuery({
  safes,
  currency,
  wallet,
}: {
  safes: readonly SafeReference[]
  currency: string
  wallet: Address | null | undefined
}) {
  const references = safes.map(({ chainId, address }) => ({ chainId, address }))
  return queryOptions({
    queryKey: gatewayKey(getSafeOverviews, {
      safes: references,
      asked: { currency, wallet: wallet ?? null },
    }),
    queryFn: async ({ signal }): Promise<SafeOverview[]> => {
      const pages = splitByCall(references).map((page) =>
        call(gateway, getSafeOverviews, {
          query: {
            safes: page,
            currency,
            trusted: true,
            exclude_spam: true,
            wallet_address: wallet ?? undefined,
          },
          signal,
        }),
      )
      return (await Promise.all(pages)).flat()
    },
    enabled: references.length > 0,
  })
}

/**
 * Asked for chain by chain: the answer of one, or a change on it, is no reason
 * to ask for the others again.
 */
export function listOverviewQueries(
  safes: readonly SafeReference[],
  asked: Omit<Parameters<typeof overviewsQuery>[0], 'safes'>,
) {
  return splitByChain(safes).map((ofChain) =>
    overviewsQuery({ safes: ofChain, ...asked }),
  )
}

/** What the gateway says of a safe: to be compared, never to be believed. */
export function safeInfoQuery({ chainId, address }: SafeReference) {
  return queryOptions({
    queryKey: gatewayKey(getSafe, { safes: [{ chainId, address }] }),
    queryFn: ({ signal }) =>
      call(gateway, getSafe, {
        params: { chainId, address },
        signal,
        retryLimit: 0,
        timeout: 5000,
      }),
  })
}

export function findOverview(
  overviews: readonly SafeOverview[] | undefined,
  { chainId, address }: SafeReference,
): SafeOverview | undefined {
  return overviews?.find(
    (overview) =>
      overview.chainId === chainId && overview.address.value === address,
  )
}

/** How much of a safe's past the gateway has read so far. */
export function indexingQuery({ chainId, address }: SafeReference) {
  return queryOptions({
    queryKey: gatewayKey(watchSafe, { safes: [{ chainId, address }] }),
    queryFn: ({ signal }) =>
      call(gateway, watchSafe, {
        params: { chainId, address },
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.synced === false ? indexingInterval : false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** While it reads, the number moves. */
const indexingInterval = 1000
