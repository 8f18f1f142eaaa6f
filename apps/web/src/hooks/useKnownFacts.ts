import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Address } from 'viem'
import { addressBook } from '../preferences/addressBook.js'
import { knownSafes } from '../preferences/knownSafes.js'
import { usePreference } from '../preferences/preference.js'
import { counterpartiesQuery } from '../queries/counterparties.js'
import { chainBalancesQuery } from '../trust/assets/balances.js'
import {
  type KnownFacts,
  listBalances,
  listTokens,
} from '../understand/assess/knownFacts.js'
import type { DecodedTransaction } from '../understand/decode/decodeTransaction.js'
import type { OpenPlace, SafeScope } from '../understand/safe/safePlace.js'

/**
 * Undefined until everybody was asked; who does not answer is left out.
 * Without a safe nobody is.
 */
export function useKnownFacts(
  place: OpenPlace,
  decoded: DecodedTransaction | null | undefined,
): KnownFacts | undefined {
  const people = useKnownPeople(place, { isAsked: place.safe !== undefined })
  const tokens = useMemo(() => decoded && listTokens(decoded), [decoded])
  const { data, isPending } = useQuery({
    ...chainBalancesQuery({
      chain: place.chain,
      holder: place.address,
      tokens: tokens ?? undefined,
    }),
    // A share is judged once: what is read shall not move under the reader.
    refetchInterval: false,
    staleTime: 60_000,
  })
  return useMemo(
    () =>
      people && !isPending
        ? { ...people, balances: data && listBalances(data) }
        : undefined,
    [people, isPending, data],
  )
}

/** Whom the reader knows, and whom the safe is said to have paid. */
export function useKnownPeople(
  { chain, address }: SafeScope,
  { isAsked = true } = {},
): (KnownFacts & { balances: undefined }) | undefined {
  const contacts = usePreference(addressBook)
  const safes = usePreference(knownSafes)
  const { data, isPending } = useQuery({
    ...counterpartiesQuery({ chain, address }),
    enabled: isAsked,
  })
  return useMemo(() => {
    if (isPending) return undefined
    const here = (known: readonly { chainId: number; address: Address }[]) =>
      known
        .filter((one) => one.chainId === chain.chainId)
        .map((one) => one.address)
    return {
      contacts: here(contacts),
      ownSafes: here(safes),
      counterparties: data?.paid ?? [],
      isHistoryUnread: !data?.isWhole,
      balances: undefined,
    }
  }, [isPending, data, contacts, safes, chain.chainId])
}
