import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { FindName } from '../understand/safe/names.js'
import { reverseNameKey } from '../wallet/reverseNameKey.js'

/** The ENS names that were read so far; asking here reads none. */
export function useReverseNames(): FindName {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  const subscribe = useCallback(
    (onChange: () => void) =>
      cache.subscribe(({ type, query }) => {
        if (type === 'updated' && query.queryKey[0] === reverseNameKey)
          onChange()
      }),
    [cache],
  )
  const readAll = () =>
    cache
      .findAll({ queryKey: [reverseNameKey] })
      .map(({ state }) => state.data ?? '')
      .join()
  useSyncExternalStore(subscribe, readAll)
  return ({ chainId, address }) =>
    queries.getQueryData<string | null>([reverseNameKey, chainId, address]) ??
    undefined
}
