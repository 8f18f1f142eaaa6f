import { call, decodeData } from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import { gatewayItself } from './gateway.js'
import { gatewayKey } from './gatewayKey.js'

/**
 * How the gateway reads bytes that this browser cannot. Null: not at all. It is
 * a hint for people, and nothing is decided by it.
 */
export function decodedDataQuery(
  chainId: number,
  { to, data }: { to: Address; data: Hex },
) {
  return queryOptions({
    queryKey: gatewayKey(decodeData, { asked: { chainId, to, data } }),
    queryFn: async ({ signal }) => {
      const decoded = await call(gatewayItself, decodeData, {
        params: { chainId },
        // Browsers report every answer of 404 as a fault of the page.
        query: { allow_unknown: true },
        body: { to, data },
        signal,
      })
      return decoded.method ? decoded : null
    },
    staleTime: 10 * 60_000,
  })
}
