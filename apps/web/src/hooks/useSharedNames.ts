import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { SharedName } from '../understand/safe/names.js'

/** By `chainId:address`; written once the names are checked, never fetched. */
export const sharedNamesQuery = queryOptions<ReadonlyMap<string, SharedName>>({
  queryKey: ['sharedNames'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})

/** What owners of the open safe call an address. */
export function useSharedNames(): (
  place: Pick<SharedName, 'chainId' | 'address'>,
) => SharedName | undefined {
  const { data } = useQuery(sharedNamesQuery)
  return ({ chainId, address }) => data?.get(`${chainId}:${address}`)
}
