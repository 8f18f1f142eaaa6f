import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Asks again for what may be another by now. A first answer that is under way
 * may have been written before the change: it is waited for, and then asked for
 * once more. (The cache on its own would take it for new.)
 */
export async function askAgain(
  queries: QueryClient,
  isConcerned: (query: Query) => boolean,
): Promise<void> {
  const underWay = queries.getQueryCache().findAll({
    fetchStatus: 'fetching',
    predicate: (query) => query.state.data === undefined && isConcerned(query),
  })
  await queries.invalidateQueries({ predicate: isConcerned })
  if (underWay.length === 0) return
  await Promise.allSettled(underWay.map(({ promise }) => promise))
  await queries.invalidateQueries({
    predicate: (query) => underWay.includes(query),
  })
}
