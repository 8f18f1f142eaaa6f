import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { ReadProvenance } from '../provenance.js'
import type { PastEntry } from './pastEntries.js'

/** What the logs of the last blocks tell of a safe, newest first. */
export type Past = {
  fromBlock: bigint
  toBlock: bigint
  entries: readonly PastEntry[]
  /** There were more in these blocks than are looked into. */
  hasMore: boolean
  provenance: ReadProvenance
}

export function pastKey(
  { chainId }: { chainId: number },
  address: Address,
): readonly unknown[] {
  return ['past', chainId, address]
}

/** What was read already: pages tell of it without the code that reads. */
export function readPastQuery(chain: { chainId: number }, address: Address) {
  return queryOptions<Past>({
    queryKey: pastKey(chain, address),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
