import { call, getSafeApps } from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import { gateway } from './gateway.js'
import { gatewayKey } from './gatewayKey.js'

/** The apps that the gateway lists for a chain, and for this front end. */
export function safeAppsQuery(chainId: number) {
  const clientUrl = window.location.origin
  return queryOptions({
    queryKey: gatewayKey(getSafeApps, { asked: chainId }),
    queryFn: ({ signal }) =>
      call(gateway, getSafeApps, {
        params: { chainId },
        query: { clientUrl },
        signal,
      }),
  })
}
