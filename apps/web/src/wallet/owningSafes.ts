import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Address } from 'viem'
import { pollInterval } from '../lib/timing.js'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from '../trust/chainClient.js'
import { readSafes, type Safe } from '../trust/readSafes.js'
import { safeQuery } from '../trust/safe.js'

/** A safe among the owners of another, which the account has a say in. */
export type OwningSafe = Safe & {
  /** From the safe that the account owns itself down to this one. */
  trail: readonly Address[]
}

/** Safes that own safes that own safes: further up nobody looks. */
const highest = 3

/** Through which of a safe's owners the account can act, if not by itself. */
export function owningSafesQuery(
  place:
    | { chain: ChainConfig; address: Address; account: Address | null }
    | undefined,
) {
  const account = place?.account
  return queryOptions({
    queryKey: ['owningSafes', place?.chain.chainId, place?.address, account],
    queryFn:
      place && account
        ? async ({ client: cache }): Promise<OwningSafe[]> => {
            const { chain, address } = place
            const reading = await cache.fetchQuery({
              ...safeQuery(chain, address),
              staleTime: pollInterval,
            })
            if (reading.status !== 'safe') return []
            const { block: blockNumber } = reading.provenance
            const { owners } = reading.safe
            const client = createChainClient(chain)
            return findOwningSafes(client, { owners, account, blockNumber })
          }
        : skipToken,
    staleTime: pollInterval,
    // A wallet that changes its account may not answer for a moment.
    refetchInterval: ({ state }) =>
      state.status === 'error' ? pollInterval : 5 * pollInterval,
  })
}

/** Every level is read at once, so that depth costs and width does not. */
export async function findOwningSafes(
  client: ChainClient,
  parameters: {
    owners: readonly Address[]
    account: Address
    blockNumber: bigint
    level?: number
  },
): Promise<OwningSafe[]> {
  const { owners, account, blockNumber, level = 1 } = parameters
  if (owners.length === 0 || level > highest) return []
  const safes = await readSafes(client, { addresses: owners, blockNumber })
  const others = safes.filter((safe) => !safe.owners.includes(account))
  const above = await findOwningSafes(client, {
    ...parameters,
    owners: [...new Set(others.flatMap((safe) => safe.owners))],
    level: level + 1,
  })
  return safes.flatMap((safe) => {
    if (safe.owners.includes(account)) return { ...safe, trail: [safe.address] }
    const through = above.find(({ address }) => safe.owners.includes(address))
    return through ? { ...safe, trail: [...through.trail, safe.address] } : []
  })
}
