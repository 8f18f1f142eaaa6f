import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Address } from 'viem'
import { useContacts } from '../../preferences/addressBook.js'
import { type DecodedTransaction, decodedQuery } from './decodeTransaction.js'
import type { SafePlace } from './safePlace.js'

/** What the bytes do, judged with the reader's own contacts. */
export function useDecoded(
  place: SafePlace,
  read: Parameters<typeof decodedQuery>[1],
): UseQueryResult<DecodedTransaction | null> {
  const known = useKnownRecipients(place.chain.chainId)
  return useQuery(decodedQuery(place, read, known))
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
