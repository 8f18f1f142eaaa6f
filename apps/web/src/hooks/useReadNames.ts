import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { paths } from '../lib/paths.js'
import { addressBook } from '../preferences/addressBook.js'
import { usePreference } from '../preferences/preference.js'
import { nameLogQuery } from '../understand/safe/nameLog.js'
import { createFindName, type SharedName } from '../understand/safe/names.js'
import type { SafeScope } from '../understand/safe/safePlace.js'
import { listSharedNames } from '../understand/safe/sharedNames.js'
import { useSafeScope } from './scope.js'
import { useAppConfig } from './useAppConfig.js'
import { areSafesListed, useSafePlaces } from './useListedSafes.js'
import { usePathname } from './usePathname.js'
import { sharedNamesQuery } from './useSharedNames.js'

/** Of safes that are only listed, so many are asked for what they are called. */
const mostListed = 20

/**
 * Reads and checks what owners share, for all that shows names: everything of
 * the open safe and, where safes are listed, what owners of others call them.
 */
export function useReadNames(): void {
  const scope = useSafeScope()
  const isListing = useIsListing()
  const { demo } = useAppConfig()
  const contacts = usePreference(addressBook)
  const findOwn = createFindName({ contacts, demoSafes: demo?.safes ?? [] })
  // What is read must not decide what is read next.
  const unnamed = useSafePlaces()
    .filter(
      ({ chain, address }) => !findOwn({ chainId: chain.chainId, address }),
    )
    .slice(0, mostListed)
  const others = unnamed.filter(
    ({ chain, address }) =>
      chain.chainId !== scope?.chain.chainId || address !== scope.address,
  )
  const places: SafeScope[] = [
    ...(scope ? [scope] : []),
    ...(isListing ? others : []),
  ]
  const logs = useQueries({
    queries: places.map((place) => nameLogQuery(place)),
  })
  const names = places.flatMap((place, at) => {
    const all = listSharedNames(logs[at]?.data?.sets ?? [])
    return place === scope
      ? all
      : all.filter(
          ({ chainId, address }) =>
            chainId === place.chain.chainId && address === place.address,
        )
  })
  useWritten(names)
}

/** On the page of all safes, or since they were listed to choose from. */
function useIsListing(): boolean {
  const { subscribe, read } = areSafesListed
  const areListed = useSyncExternalStore(subscribe, read)
  return usePathname() === paths.accounts || areListed
}

/** Before anything is painted: names of one safe are not those of another. */
function useWritten(names: readonly SharedName[]): void {
  const queries = useQueryClient()
  const text = JSON.stringify(names)
  useLayoutEffect(() => {
    const read: SharedName[] = JSON.parse(text)
    queries.setQueryData(
      sharedNamesQuery.queryKey,
      new Map(
        read.map((one) => [`${one.chainId}:${one.address}`, one] as const),
      ),
    )
  }, [queries, text])
}
