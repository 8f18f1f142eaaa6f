import { useQuery } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { pollInterval } from '../lib/timing.js'
import { loadHeavyHalf } from '../understand/assess/loadHeavyHalf.js'
import type { NestedTransaction } from '../understand/assess/nested.js'
import { listApprovals } from '../understand/decode/approvals.js'
import type { DecodedTransaction } from '../understand/decode/decodeTransaction.js'
import type { SafePlace } from '../understand/safe/safePlace.js'
import { useKnownFacts } from './useKnownFacts.js'

const none: readonly NestedTransaction[] = []

/**
 * What the transaction approves in other safes. Undefined while that is
 * looked up; almost always there is nothing, and nothing is asked.
 */
export function useNested(
  place: SafePlace,
  {
    decoded,
    digest,
  }: {
    decoded: DecodedTransaction | null | undefined
    digest: Hex | undefined
  },
): readonly NestedTransaction[] | undefined {
  const known = useKnownFacts(place, decoded)
  const hasApprovals =
    decoded !== null &&
    decoded !== undefined &&
    listApprovals(decoded).length > 0
  const { data } = useQuery({
    queryKey: [
      'nested',
      place.chain.chainId,
      place.address,
      digest,
      known?.contacts,
      known?.ownSafes,
      known?.counterparties,
    ],
    queryFn: async ({ client }) => {
      if (!decoded || !known) return none
      const { readNested } = await loadHeavyHalf()
      return readNested(client, { place, decoded, known })
    },
    enabled: hasApprovals && known !== undefined,
    // What could not be seen may come; what was seen may be executed.
    refetchInterval: 3 * pollInterval,
    gcTime: 60_000,
    structuralSharing: false,
  })
  if (!decoded) return undefined
  return hasApprovals ? data : none
}
