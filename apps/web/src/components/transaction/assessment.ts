import {
  queryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Address, Hex } from 'viem'
import { useContacts } from '../../preferences/addressBook.js'
import type { Assessment } from './applyRules.js'
import type { DecodedTransaction, Signed } from './decodeTransaction.js'
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
}

/** What the rules find, judged with the reader's own contacts. */
export function useAssessment(
  place: SafePlace,
  asked: Asked,
): UseQueryResult<Assessment | null> {
  const known = useKnownRecipients(place.chain.chainId)
  return useQuery(assessmentQuery(place, asked, known))
}

export function assessmentQuery(
  place: SafePlace,
  { signed, digest, decoded, nested }: Asked,
  knownRecipients: readonly Address[],
) {
  const { chain, address, safe } = place
  return queryOptions({
    queryKey: [
      'assessment',
      chain.chainId,
      address,
      digest,
      [safe.version, safe.owners, safe.threshold],
      knownRecipients,
      nested?.map(({ hash, status }) => [hash, status]),
    ],
    queryFn: async () => {
      if (!signed || !decoded || !nested) return null
      const { applyRules } = await import('./applyRules.js')
      const asked = { place, signed, decoded, knownRecipients }
      if (nested.length === 0) return applyRules(asked)
      const { listSeen, withNested } = await import('./nested.js')
      const knownHashes = listSeen(nested)
      return withNested(applyRules({ ...asked, knownHashes }), nested)
    },
    enabled: Boolean(signed && decoded && nested),
    // The bytes do not change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  })
}

export function useKnownRecipients(chainId: number): readonly Address[] {
  const contacts = useContacts()
  return useMemo(
    () =>
      contacts
        .filter((contact) => contact.chainId === chainId)
        .map(({ address }) => address),
    [contacts, chainId],
  )
}
