import {
  type AccessToken,
  call,
  createAccessToken,
  deleteAccessToken,
  getAccessTokens,
  type SafeReference,
} from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { gateway, isAlone } from './gateway.js'

/** The tokens for programs that an account has made; of a session, not of a safe. */
export function accessTokensQuery(account: Address | null | undefined) {
  return queryOptions({
    queryKey: ['session', 'tokens', account ?? null],
    queryFn: ({ signal }) =>
      call(gateway, getAccessTokens, { signal, retryLimit: 1 }),
    // Whether there are any to be made does not depend on who asks: a form that
    // is open stays open when the wallet comes.
    placeholderData: (before) => before && { ...before, tokens: null },
    enabled: !isAlone,
  })
}

export function makeAccessToken(body: {
  name: string
  scope: 'read' | 'propose'
  safes: SafeReference[]
}): Promise<AccessToken & { token: string }> {
  return call(gateway, createAccessToken, { body, retryLimit: 0 })
}

export function revokeAccessToken(id: string): Promise<unknown> {
  return call(gateway, deleteAccessToken, { params: { id }, retryLimit: 1 })
}
