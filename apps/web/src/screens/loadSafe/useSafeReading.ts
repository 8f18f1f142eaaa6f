import { useQuery } from '@tanstack/react-query'
import { type Address, zeroAddress } from 'viem'
import type { ChainConfig } from '../../trust/chainClient.js'
import { safeQuery } from '../../trust/safe.js'

/** What the chain has at the address, once there is one. */
export function useSafeReading(
  chain: ChainConfig,
  address: Address | undefined,
) {
  // What lay at the address typed before says nothing about this one.
  const { placeholderData: _, ...query } = safeQuery(
    chain,
    address ?? zeroAddress,
  )
  const { data, error, refetch } = useQuery({
    ...query,
    enabled: address !== undefined,
  })
  return { data, error, refetch }
}

export type SafeReadingState = ReturnType<typeof useSafeReading>
