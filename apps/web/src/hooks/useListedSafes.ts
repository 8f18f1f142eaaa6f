import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { knownSafes } from '../preferences/knownSafes.js'
import { usePreference } from '../preferences/preference.js'
import { ownedSafesQuery } from '../queries/owners.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { accountQuery } from '../wallet/account.js'
import { useAppConfig } from './useAppConfig.js'
import { useFindName } from './useFindName.js'

export type ListedSafe = {
  chain: ChainConfig
  address: Address
  name: string | undefined
}

/** Every safe that can be gone to: pinned, added, owned and demo ones. */
export function useListedSafes(): ListedSafe[] {
  const config = useAppConfig()
  const { data: account } = useQuery(accountQuery)
  const { data: owned = [] } = useQuery(ownedSafesQuery(account))
  const known = usePreference(knownSafes)
  const findName = useFindName()
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
    return chain ? { chain, address, name: findName({ chainId, address }) } : []
  })
}
