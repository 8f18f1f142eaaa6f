import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Address } from 'viem'

/**
 * Who is connected, for pages that must not wait for the wallet layer. That
 * layer writes it when the wallet says so; nobody fetches it.
 */
export const accountQuery = queryOptions<Address | null>({
  queryKey: ['wallet', 'account'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})
