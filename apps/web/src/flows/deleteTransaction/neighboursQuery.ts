import { call, getMultisigTransactions, type SafeReference } from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import { gateway } from '../../queries/gateway.js'
import { gatewayKey } from '../../queries/gatewayKey.js'
import type { Neighbours } from './judgeDeletion.js'

/** What waits beside one and after it. */
export function neighboursQuery({
  chainId,
  address,
  nonce,
}: SafeReference & {
  nonce: bigint
}) {
  return queryOptions({
    queryKey: gatewayKey(getMultisigTransactions, {
      safes: [{ chainId, address }],
      asked: String(nonce),
    }),
    queryFn: async ({ signal }): Promise<Neighbours> => {
      const params = { chainId, address }
      const [{ results }, highest] = await Promise.all([
        call(gateway, getMultisigTransactions, {
          params,
          query: { nonce, executed: false },
          signal,
        }),
        // The highest nonce comes first.
        call(gateway, getMultisigTransactions, {
          params,
          query: {
            executed: false,
            cursor: { limit: 1, offset: 0, after: null },
          },
          signal,
        }),
      ])
      return {
        rivals: Math.max(0, results.length - 1),
        isFollowed: highest.results.some(
          (item) =>
            item.type === 'TRANSACTION' &&
            item.transaction.executionInfo?.type === 'MULTISIG' &&
            item.transaction.executionInfo.nonce > nonce,
        ),
      }
    },
    staleTime: 0,
  })
}
