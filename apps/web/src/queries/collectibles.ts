import { call, getCollectibles, type SafeReference } from '@covault/api'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { gateway } from './gateway.js'
import { gatewayKey } from './gatewayKey.js'

/** Page by page, as many as there are. */
export function collectiblesQuery({
  chainId,
  address,
  trustedOnly,
}: SafeReference & {
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
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}
