import { call, getCollectibles } from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { gateway, listLimits } from './gateway.js'

export function collectiblesQuery({
  chainId,
  address,
}: {
  chainId: number
  address: Address
}) {
  return queryOptions({
    queryKey: ['gateway', 'collectibles', chainId, address],
    queryFn: ({ signal }) =>
      call(gateway, getCollectibles, {
        params: { chainId, address },
        query: {},
        signal,
        ...listLimits,
      }),
  })
}
