import { call, getMessage, getMessages, type SafeReference } from '@covault/api'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { gateway } from './gateway.js'
import { gatewayKey } from './gatewayKey.js'
import {
  detailLocalMessage,
  joinMessage,
  readLocalMessage,
} from './localSignables.js'

/** Messages of a safe, page by page, newest first. */
export function messagesQuery({ chainId, address }: SafeReference) {
  return infiniteQueryOptions({
    queryKey: gatewayKey(getMessages, { safes: [{ chainId, address }] }),
    queryFn: ({ signal, pageParam }) =>
      call(gateway, getMessages, {
        ...(pageParam
          ? { pageUrl: pageParam }
          : { params: { chainId, safe_address: address }, query: {} }),
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

export function messageQuery({
  chainId,
  address,
  messageHash,
}: SafeReference & {
  messageHash: Hex
}) {
  return queryOptions({
    queryKey: gatewayKey(getMessage, {
      safes: [{ chainId, address }],
      asked: messageHash,
    }),
    queryFn: async ({ signal }) => {
      const local = await readLocalMessage({ chainId, address }, messageHash)
      const asked = {
        params: { chainId, message_hash: messageHash },
        signal,
      }
      if (!local) return call(gateway, getMessage, asked)
      return call(gateway, getMessage, { ...asked, retryLimit: 0 }).then(
        (message) => joinMessage(message, local),
        () => detailLocalMessage(local),
      )
    },
  })
}
