import {
  queryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import type { Assessment } from './applyRules.js'
import type { DecodedTransaction, Signed } from './decodeTransaction.js'
import { type KnownFacts, useKnownFacts } from './knownFacts.js'
import type { NestedTransaction } from './nested.js'
import type { SafePlace } from './safePlace.js'

type Asked = {
  /** Undefined where owners do not sign: there are no rules for it. */
  signed: Signed | undefined
  digest: Hex | undefined
  /** Undefined until it is known what the bytes do. */
  decoded: DecodedTransaction | null | undefined
  /** What it approves in other safes; undefined until that was looked up. */
  nested: readonly NestedTransaction[] | undefined
  /** It has been executed. */
  isPast?: boolean
}

/** What the rules find, judged with the reader's own contacts. */
export function useAssessment(
  place: SafePlace,
  asked: Asked,
): UseQueryResult<Assessment | null> {
  const known = useKnownFacts(place, asked.decoded)
  // What the safe has today says nothing about what it had then.
  const judged =
    known && asked.isPast ? { ...known, balances: undefined } : known
  return useQuery(assessmentQuery(place, asked, judged))
}

export function assessmentQuery(
  place: SafePlace,
  { signed, digest, decoded, nested }: Asked,
  /** Undefined until it was asked for. */
  known: KnownFacts | undefined,
) {
  const { chain, address, safe } = place
  return queryOptions({
    queryKey: [
      'assessment',
      chain.chainId,
      address,
      digest,
      [safe.version, safe.owners, safe.threshold],
      known && [
        known.recipients,
        known.counterparties,
        known.isHistoryUnread,
        known.balances?.map(writeBalance),
      ],
      nested?.map(({ hash, status }) => [hash, status]),
    ],
    queryFn: async () => {
      if (!signed || !decoded || !nested || !known) return null
      const { applyRules } = await import('./applyRules.js')
      const asked = { place, signed, decoded, known }
      if (nested.length === 0) return applyRules(asked)
      const { listSeen, withNested } = await import('./nested.js')
      const knownHashes = listSeen(nested)
      return withNested(applyRules({ ...asked, knownHashes }), nested)
    },
    enabled: Boolean(signed && decoded && nested && known),
    // The bytes do not change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  })
}

function writeBalance({
  token,
  amount,
}: {
  token: Address | null
  amount: bigint
}) {
  return `${token} ${amount}`
}
