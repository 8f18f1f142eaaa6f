import { call, getSafeApps } from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import { gateway, listLimits } from './gateway.js'

/** The apps that the gateway lists for a chain. */
export function safeAppsQuery(chainId: number) {
  return queryOptions({
    queryKey: ['gateway', 'safeApps', chainId],
    queryFn: ({ signal }) =>
      call(gateway, getSafeApps, {
        params: { chainId },
        query: {},
        signal,
        ...listLimits,
      }),
  })
}
