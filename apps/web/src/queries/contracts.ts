import { call, GatewayReplyError, getContract } from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { gateway } from './gateway.js'
import { gatewayKey } from './gatewayKey.js'

/** What contracts are does not change while somebody looks at a page. */
const longLife = { staleTime: 10 * 60_000, gcTime: 10 * 60_000 }

/**
 * What the gateway says a contract is called and can do. Null: it knows
 * nothing of it. An ABI is a way to write calls, never a proof of what they do.
 */
export function namedContractQuery(
  chainId: number,
  address: Address | undefined,
) {
  return queryOptions({
    queryKey: gatewayKey(getContract, { asked: { chainId, address } }),
    queryFn: async ({ signal }) => {
      if (!address) return null
      try {
        const contract = await call(gateway, getContract, {
          params: { chainId, address },
          // Browsers report every answer of 404 as a fault of the page.
          query: { allow_unknown: true },
          signal,
        })
        return contract.name || contract.contractAbi ? contract : null
      } catch (error) {
        if (error instanceof GatewayReplyError && error.status === 404)
          return null
        throw error
      }
    },
    enabled: address !== undefined,
    ...longLife,
  })
}
