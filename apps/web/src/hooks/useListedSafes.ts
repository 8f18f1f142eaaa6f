import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Address } from 'viem'
import { createStore } from '../lib/store.js'
import { addressBook, findContact } from '../preferences/addressBook.js'
import { knownSafes } from '../preferences/knownSafes.js'
import { usePreference } from '../preferences/preference.js'
import { ownedSafesQuery } from '../queries/owners.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { type Named, rankNames } from '../understand/safe/rankNames.js'
import type { SafeScope } from '../understand/safe/safePlace.js'
import { accountQuery } from '../wallet/account.js'
import { useAppConfig } from './useAppConfig.js'
import { useFindName } from './useFindName.js'

export type ListedSafe = Named & { chain: ChainConfig; address: Address }

/** Whether safes are listed somewhere, so that their names are wanted. */
export const areSafesListed = createStore(false)

/** Every safe that can be gone to: pinned, added, owned and demo ones. */
export function useListedSafes(): ListedSafe[] {
  useEffect(() => areSafesListed.write(true), [])
  const contacts = usePreference(addressBook)
  const findName = useFindName()
  const safes = useSafePlaces().map((place) => {
    const named = { chainId: place.chain.chainId, address: place.address }
    const isOwnName = findContact(contacts, named) !== undefined
    return { ...place, name: findName(named), isOwnName }
  })
  return rankNames(safes)
}

/** The same without names, in an order that no name changes. */
export function useSafePlaces(): SafeScope[] {
  const config = useAppConfig()
  const { data: account } = useQuery(accountQuery)
  const { data: owned = [] } = useQuery(ownedSafesQuery(account))
  const known = usePreference(knownSafes)
  const places = [
    ...known.filter(({ pinned }) => pinned),
    ...known,
    ...owned,
    ...(config.demo?.safes ?? []),
  ]
  const byName = new Map(
    places.map(({ chainId, address }) => [
      `${chainId}:${address}`,
      { chainId, address },
    ]),
  )
  return [...byName.values()].flatMap(({ chainId, address }) => {
    const chain = config.chains.find((one) => one.chainId === chainId)
    return chain ? { chain, address } : []
  })
}
