import { call, getMultisigTransactions, getNonces } from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { gateway, listLimits } from '../../queries/gateway.js'
import type { Neighbours } from './judgeDeletion.js'

/** What waits beside one and after it. */
export function neighboursQuery({
  chainId,
  address,
  nonce,
}: {
  chainId: number
  address: Address
  nonce: bigint
}) {
  return queryOptions({
    queryKey: ['gateway', 'neighbours', chainId, address, String(nonce)],
    queryFn: async ({ signal }): Promise<Neighbours> => {
      const params = { chainId, address }
      const [{ results }, { recommendedNonce }] = await Promise.all([
        call(gateway, getMultisigTransactions, {
          params,
          query: { nonce, executed: false },
          signal,
          ...listLimits,
        }),
        call(gateway, getNonces, { params, signal, ...listLimits }),
      ])
      return {
        rivals: Math.max(0, results.length - 1),
        // It is the one after the highest that waits.
        isFollowed: recommendedNonce > nonce + 1n,
      }
    },
    staleTime: 0,
  })
}
