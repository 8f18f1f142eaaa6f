import { createAuthenticationAdapter } from '@rainbow-me/rainbowkit'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Address } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { forgetLastState } from '../preferences/lastState.js'
import { usePreference } from '../preferences/preference.js'
import {
  beginSession,
  endSession,
  fetchNonce,
  sessionUserQuery,
} from '../queries/auth.js'
import { rememberedSession, type Session } from './rememberedSession.js'
import { walletConstants } from './walletConstants.js'

/** Spec, section 4: `connected` is a wallet whose account was verified. */
export type AuthenticationStatus =
  | 'loading'
  | 'unauthenticated'
  | 'connected'
  | 'disconnected'

export function getAuthenticationStatus({
  account,
  session,
  user,
  now,
}: {
  account: Address | null
  session: Session | null
  /** Undefined: the gateway has not said yet. Null: nobody's session. */
  user: Address | null | undefined
  now: number
}): AuthenticationStatus {
  if (!account) return 'disconnected'
  if (!session || session.expiresAt <= now) return 'unauthenticated'
  if (session.address !== account) return 'unauthenticated'
  if (user === undefined) return 'loading'
  return user === account ? 'connected' : 'unauthenticated'
}

/** The session of the connected account; it is forgotten when it ends. */
export function useSession(account: Address | null): {
  status: AuthenticationStatus
  session: Session | null
} {
  const session = usePreference(rememberedSession)
  const { data, error } = useQuery(sessionUserQuery(session))
  const user = error ? null : data
  useEffect(() => {
    if (!session) return
    const forget = () => {
      rememberedSession.clear()
      void forgetLastState()
    }
    if (user === null && !error) return forget()
    const timer = setTimeout(forget, session.expiresAt - Date.now())
    return () => clearTimeout(timer)
  }, [session, user, error])
  const now = Date.now()
  return {
    session,
    status: getAuthenticationStatus({ account, session, user, now }),
  }
}

/** EIP-4361 against the gateway, in the shape RainbowKit has for it. */
export function createSessionAdapter(queries: QueryClient) {
  return createAuthenticationAdapter({
    getNonce: fetchNonce,
    createMessage: ({ address, chainId, nonce }) => {
      const issuedAt = new Date()
      return createSiweMessage({
        domain: window.location.host,
        uri: window.location.origin,
        version: '1',
        statement: 'Sign in to Covault. This sends nothing and costs nothing.',
        address,
        chainId,
        nonce,
        issuedAt,
        expirationTime: new Date(
          issuedAt.getTime() + walletConstants.persistedMaxAge,
        ),
      })
    },
    async verify({ message, signature }) {
      await beginSession({ message, signature: signature as `0x${string}` })
      return true
    },
    // RainbowKit calls it whenever the wallet leaves or changes its account.
    async signOut() {
      if (!rememberedSession.read()) return
      rememberedSession.clear()
      queries.removeQueries({ queryKey: ['session'] })
      await forgetLastState()
      await endSession()
    },
  })
}
