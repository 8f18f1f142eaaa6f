import {
  call,
  type Draft,
  deleteDraft,
  getDrafts,
  type SafeReference,
} from '@covault/api'
import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import { gateway } from './gateway.js'
import { gatewayKey } from './gatewayKey.js'

const none: readonly Draft[] = []

/** What members saved unsigned; asked for by anyone who is signed in. */
export function draftsQuery(
  { chainId, address }: SafeReference,
  signedIn: Address | undefined,
) {
  return queryOptions({
    queryKey: gatewayKey(getDrafts, {
      safes: [{ chainId, address }],
      asked: signedIn ?? null,
    }),
    queryFn: signedIn
      ? async ({ signal }) => {
          const { drafts } = await call(gateway, getDrafts, {
            params: { chainId, address },
            signal,
            retryLimit: 1,
          })
          return drafts ?? none
        }
      : skipToken,
  })
}

export function removeDraft(
  { chainId, address }: SafeReference,
  safeTxHash: Hex,
): Promise<unknown> {
  return call(gateway, deleteDraft, {
    params: { chainId, address, safeTxHash },
    retryLimit: 1,
  })
}
