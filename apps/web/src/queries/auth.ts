import {
  call,
  GatewayReplyError,
  getAuthNonce,
  getSessionUser,
  logOut,
  mayRecover,
  verifyAuth,
} from '@covault/api'
import {
  type QueryClient,
  queryOptions,
  skipToken,
} from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import { gateway } from './gateway.js'

export async function fetchNonce(): Promise<string> {
  const { nonce } = await call(gateway, getAuthNonce, { retryLimit: 1 })
  return nonce
}

/** The nonce is spent by the first attempt, so there is only one. */
export function beginSession(body: {
  message: string
  signature: Hex
}): Promise<unknown> {
  return call(gateway, verifyAuth, { body, retryLimit: 0 })
}

export function endSession(): Promise<unknown> {
  return call(gateway, logOut, { retryLimit: 1 })
}

/**
 * After a sign-in: what was refused, and what is still on its way as a
 * stranger's question, whose answer will be a refusal.
 */
export async function askAgain(queries: QueryClient): Promise<void> {
  const unanswered = {
    type: 'active',
    predicate: ({ state }: { state: { status: string } }) =>
      state.status !== 'success',
  } as const
  await queries.cancelQueries(unanswered)
  await queries.refetchQueries(unanswered)
}

/**
 * Whose session the gateway sees, null for nobody's. It is asked only where a
 * session is remembered: everybody else would be answered with an error.
 */
export function sessionUserQuery(remembered: { address: Address } | null) {
  return queryOptions({
    queryKey: ['session', remembered],
    queryFn: remembered
      ? async ({ signal }): Promise<Address | null> => {
          try {
            const user = await call(gateway, getSessionUser, {
              signal,
              retryLimit: 1,
            })
            return user.signerAddress ?? null
          } catch (error) {
            if (error instanceof GatewayReplyError && !mayRecover(error))
              return null
            throw error
          }
        }
      : skipToken,
    staleTime: 60_000,
  })
}
