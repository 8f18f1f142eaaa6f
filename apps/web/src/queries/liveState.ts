import { queryOptions, skipToken } from '@tanstack/react-query'
import type { LiveState } from './live.js'

/** How the tab hears of changes; written by `app/useLive.ts`, never fetched. */
export const liveStateQuery = queryOptions<LiveState>({
  queryKey: ['live'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** While nothing is pushed, everything is asked for this often. */
export const fallbackInterval = 10_000
