import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { addressBook } from '../preferences/addressBook.js'
import { knownSafes } from '../preferences/knownSafes.js'
import { usePreference } from '../preferences/preference.js'
import { ownedSafesQuery } from '../queries/owners.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { createFindName } from '../understand/safe/names.js'
import { type Named, rankNames } from '../understand/safe/rankNames.js'
import { accountQuery } from '../wallet/account.js'
import { useAppConfig } from './useAppConfig.js'
import { useFindName } from './useFindName.js'

export type ListedSafe = Named & { chain: ChainConfig; address: Address }

/** Every safe that can be gone to: pinned, added, owned and demo ones. */
export function useListedSafes(): ListedSafe[] {
  const config = useAppConfig()
  const { data: account } = useQuery(accountQuery)
  const { data: owned = [] } = useQuery(ownedSafesQuery(account))
  const known = usePreference(knownSafes)
  const findName = useFindName()
  const contacts = usePreference(addressBook)
  const demoSafes = config.demo?.safes ?? []
  const findOwnName = createFindName({ contacts, demoSafes })
  const places = [
    ...known.filter(({ pinned }) => pinned),
    ...known,
    ...owned,
    ...demoSafes,
  ]
  const byName = new Map(
    places.map(({ chainId, address }) => [
      `${chainId}:${address}`,
      { chainId, address },
    ]),
  )
  const safes = [...byName.values()].flatMap((place) => {
    const chain = config.chains.find((one) => one.chainId === place.chainId)
    if (!chain) return []
    const name = findName(place)
    const isOwnName = findOwnName(place) !== undefined
    return { chain, address: place.address, name, isOwnName }
  })
  return rankNames(safes)
}
