import { call, getCollectibles } from '@covault/api'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { gateway, listLimits } from './gateway.js'
import { gatewayKey } from './gatewayKey.js'

/** Page by page, as many as there are. */
export function collectiblesQuery({
  chainId,
  address,
  trustedOnly,
}: {
  chainId: number
  address: Address
  /** Listed collections only, or all that is not spam. */
  trustedOnly: boolean
}) {
  return infiniteQueryOptions({
    queryKey: gatewayKey(getCollectibles, {
      safes: [{ chainId, address }],
      asked: { trustedOnly },
    }),
    queryFn: ({ signal, pageParam }) =>
      call(gateway, getCollectibles, {
        ...(pageParam
          ? { pageUrl: pageParam }
          : {
              params: { chainId, address },
              query: { trusted: trustedOnly, exclude_spam: true },
            }),
        signal,
        ...listLimits,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}
