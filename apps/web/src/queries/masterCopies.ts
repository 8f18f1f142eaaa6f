import { call, getMasterCopies } from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import { gatewayItself } from './gateway.js'
import { gatewayKey } from './gatewayKey.js'

/** The implementations that the gateway names: its word, whatever the code is. */
export function masterCopiesQuery(chainId: number) {
  return queryOptions({
    queryKey: gatewayKey(getMasterCopies, { asked: { chainId } }),
    queryFn: ({ signal }) =>
      call(gatewayItself, getMasterCopies, { params: { chainId }, signal }),
    staleTime: 10 * 60_000,
  })
}
