import { call, getOwnedSafesByChain, type SafeReference } from '@covault/api'
import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Address } from 'viem'
import { gateway } from './gateway.js'
import { gatewayKey } from './gatewayKey.js'

/** Safes of an owner on every chain. A claim: the chain has the last word. */
export function ownedSafesQuery(owner: Address | null | undefined) {
  return queryOptions({
    queryKey: gatewayKey(getOwnedSafesByChain, { asked: owner ?? null }),
    queryFn: owner
      ? async ({ signal }): Promise<SafeReference[]> => {
          const byChain = await call(gateway, getOwnedSafesByChain, {
            params: { address: owner },
            signal,
          })
          return Object.entries(byChain).flatMap(([chainId, addresses]) =>
            (addresses ?? []).map((address) => ({
              chainId: Number(chainId),
              address,
            })),
          )
        }
      : skipToken,
    staleTime: 30_000,
  })
}
