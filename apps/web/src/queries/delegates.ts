import {
  call,
  type Delegate,
  getDelegates,
  type SafeReference,
} from '@covault/api'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { askAgain } from '../lib/askAgain.js'
import { gateway } from './gateway.js'
import { gatewayKey, readAbout } from './gatewayKey.js'

export type Delegates = {
  results: Delegate[]
  /** There are more than one page has. */
  hasMore: boolean
}

/** Who may propose for the owners of a safe, as the gateway has it. */
export function delegatesQuery({ chainId, address }: SafeReference) {
  return queryOptions({
    queryKey: gatewayKey(getDelegates, { safes: [{ chainId, address }] }),
    queryFn: async ({ signal }): Promise<Delegates> => {
      const { results, next } = await call(gateway, getDelegates, {
        params: { chainId },
        query: { safe: address },
        signal,
      })
      return { results, hasMore: next !== null }
    },
  })
}

/** No live event tells of them; one may be a proposer of several safes. */
export function refreshDelegates(queries: QueryClient): Promise<void> {
  return askAgain(
    queries,
    ({ queryKey }) => readAbout(queryKey)?.path === getDelegates.path,
  )
}
