import { call, getMessage, getMessages } from '@covault/api'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import { gateway, listLimits } from './gateway.js'
import { gatewayKey } from './gatewayKey.js'

/** Messages of a safe, page by page, newest first. */
export function messagesQuery({
  chainId,
  address,
}: {
  chainId: number
  address: Address
}) {
  return infiniteQueryOptions({
    queryKey: gatewayKey(getMessages, { safes: [{ chainId, address }] }),
    queryFn: ({ signal, pageParam }) =>
      call(gateway, getMessages, {
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

export function messageQuery({
  chainId,
  address,
  messageHash,
}: {
  chainId: number
  address: Address
  messageHash: Hex
}) {
  return queryOptions({
    queryKey: gatewayKey(getMessage, {
      safes: [{ chainId, address }],
      asked: messageHash,
    }),
    queryFn: ({ signal }) =>
      call(gateway, getMessage, {
        params: { chainId, message_hash: messageHash },
        signal,
        ...listLimits,
      }),
  })
}
