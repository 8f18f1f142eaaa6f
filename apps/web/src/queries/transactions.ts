import {
  call,
  getTransaction,
  getTransactionHistory,
  getTransactionQueue,
} from '@covault/api'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { gateway, listLimits } from './gateway.js'

type Place = { chainId: number; address: Address }

/** What waits, page by page, lowest nonce first. */
export function queueQuery({ chainId, address }: Place) {
  return infiniteQueryOptions({
    queryKey: ['gateway', 'queue', chainId, address],
    queryFn: ({ signal, pageParam }) =>
      call(gateway, getTransactionQueue, {
        ...(pageParam
          ? { pageUrl: pageParam }
          : { params: { chainId, safe_address: address }, query: {} }),
        signal,
        ...listLimits,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

/** What was executed, page by page, newest first. */
export function historyQuery({ chainId, address }: Place) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return infiniteQueryOptions({
    queryKey: ['gateway', 'history', chainId, address],
    queryFn: ({ signal, pageParam }) =>
      call(gateway, getTransactionHistory, {
        ...(pageParam
          ? { pageUrl: pageParam }
          : {
              params: { chainId, safe_address: address },
              query: { timezone: timeZone },
            }),
        signal,
        ...listLimits,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

/** One transaction by the id that lists and links carry. */
export function transactionQuery({
  chainId,
  address,
  id,
}: Place & { id: string }) {
  return queryOptions({
    // The safe is in the key, so that its live events find it.
    queryKey: ['gateway', 'transaction', chainId, address, id],
    queryFn: ({ signal }) =>
      call(gateway, getTransaction, {
        params: { chainId, transactionId: id },
        signal,
        ...listLimits,
      }),
  })
}
