import {
  type AppConfig,
  call,
  getSafe,
  getSafeOverviews,
  type SafeOverview,
  type SafeReference,
  watchSafe,
} from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { isAt } from '../lib/isAt.js'
import { gateway } from './gateway.js'
import { gatewayKey } from './gatewayKey.js'

/** Servers answer for the first ten safes of a request. */
const overviewsPerCall = 10

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
      const pages = chunk(references).map((page) =>
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

/** Listed before any chain has named one: the reader's own and the demo's. */
export function listExpected(
  { chains, demo }: Pick<AppConfig, 'demo'> & { chains: readonly Served[] },
  known: readonly SafeReference[],
): SafeReference[] {
  const others = demo?.safes.filter(
    (safe) => !known.some((one) => isAt(one, safe)),
  )
  return [...known, ...(others ?? [])].filter((safe) =>
    chains.some(({ chainId }) => chainId === safe.chainId),
  )
}

type Served = { chainId: number }

/** A glance at many safes is enough; the gateway answers ten at a time. */
const mostOverviews = 50

/**
 * Asked for chain by chain: the answer of one, or a change on it, is no reason
 * to ask for the others again.
 */
export function listOverviewQueries(
  safes: readonly SafeReference[],
  asked: Omit<Parameters<typeof overviewsQuery>[0], 'safes'>,
) {
  const first = safes.slice(0, mostOverviews)
  const chainIds = new Set(first.map(({ chainId }) => chainId))
  return [...chainIds].map((chainId) =>
    overviewsQuery({
      safes: first.filter((safe) => safe.chainId === chainId),
      ...asked,
    }),
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

function chunk(safes: readonly SafeReference[]): SafeReference[][] {
  const count = Math.ceil(safes.length / overviewsPerCall)
  return Array.from({ length: count }, (_, index) =>
    safes.slice(index * overviewsPerCall, (index + 1) * overviewsPerCall),
  )
}
