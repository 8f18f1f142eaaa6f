import type { SafeReference } from '@covault/api'
import type {
  FetchInfiniteQueryOptions,
  FetchQueryOptions,
  QueryClient,
  QueryKey,
} from '@tanstack/react-query'
import type { ChainConfig } from '../trust/chainClient.js'

/** What is asked for before anything is drawn, and when it has been answered. */
export type Asked = { queryKey: QueryKey; answered: Promise<void> }

/** What a page about a safe shows first; each screen says it of itself. */
export type AskFirst = (
  queries: QueryClient,
  place: SafeReference,
  chain: ChainConfig,
) => Asked[]

/**
 * Milliseconds that such an answer counts as new for anyone who shows it then.
 */
const fresh = 5_000

/** The answer is not asked for again where it is there before its reader. */
export function askAhead<Data, Key extends QueryKey>(
  queries: QueryClient,
  options: FetchQueryOptions<Data, Error, Data, Key>,
): Asked {
  const { queryKey } = options
  queries.setQueryDefaults(queryKey, { staleTime: fresh })
  return { queryKey, answered: queries.prefetchQuery(options) }
}

/** The same of a list's first page. */
export function askPageAhead<Data, Key extends QueryKey, Place>(
  queries: QueryClient,
  options: FetchInfiniteQueryOptions<Data, Error, Data, Key, Place>,
): Asked {
  const { queryKey } = options
  queries.setQueryDefaults(queryKey, { staleTime: fresh })
  return { queryKey, answered: queries.prefetchInfiniteQuery(options) }
}
