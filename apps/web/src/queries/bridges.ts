import { call, getBridges, type SafeReference } from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import { gateway, isAlone } from './gateway.js'
import { gatewayKey } from './gatewayKey.js'

const interval = 60_000

/** Services that the gateway keeps a safe in step with; most have none. */
export function bridgesQuery({ chainId, address }: SafeReference) {
  return queryOptions({
    queryKey: gatewayKey(getBridges, { safes: [{ chainId, address }] }),
    queryFn: ({ signal }) =>
      call(gateway, getBridges, { params: { chainId, address }, signal }),
    // Where there is none, the operator has to add one first.
    refetchInterval: ({ state }) => (state.data?.length ? interval : false),
    staleTime: interval,
    enabled: !isAlone,
  })
}
