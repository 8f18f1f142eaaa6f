import { useQuery } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { pollInterval } from '../lib/timing.js'
import { loadHeavyHalf } from '../understand/assess/loadHeavyHalf.js'
import type { NestedTransaction } from '../understand/assess/nested.js'
import { listApprovals } from '../understand/decode/approvals.js'
import type { DecodedTransaction } from '../understand/decode/decodeTransaction.js'
import type { OpenPlace } from '../understand/safe/safePlace.js'
import { useKnownPeople } from './useKnownFacts.js'

const none: readonly NestedTransaction[] = []

/**
 * What the transaction approves in other safes. Undefined while that is
 * looked up; almost always there is nothing, and nothing is asked.
 */
export function useNested(
  place: OpenPlace,
  {
    decoded,
    digest,
  }: {
    decoded: DecodedTransaction | null | undefined
    digest: Hex | undefined
  },
): readonly NestedTransaction[] | undefined {
  const { chain, address, safe } = place
  const known = useKnownPeople(place, { isAsked: safe !== undefined })
  const hasApprovals =
    decoded !== null &&
    decoded !== undefined &&
    listApprovals(decoded).length > 0
  const { data } = useQuery({
    queryKey: [
      'nested',
      chain.chainId,
      address,
      digest,
      known?.contacts,
      known?.ownSafes,
      known?.counterparties,
    ],
    queryFn: async ({ client }) => {
      if (!safe || !decoded || !known) return none
      const { readNested } = await loadHeavyHalf()
      const asked = { place: { chain, address, safe }, decoded, known }
      return readNested(client, asked)
    },
    enabled: hasApprovals && safe !== undefined && known !== undefined,
    // What could not be seen may come; what was seen may be executed.
    refetchInterval: 3 * pollInterval,
    gcTime: 60_000,
    structuralSharing: false,
  })
  if (!decoded) return undefined
  return hasApprovals ? data : none
}
