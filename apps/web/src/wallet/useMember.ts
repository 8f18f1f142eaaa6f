import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { usePreference } from '../preferences/preference.js'
import { accountQuery } from './account.js'
import { rememberedSession } from './rememberedSession.js'

/** The connected account, where it has signed in to the gateway. */
export function useMember(): Address | undefined {
  const { data: account } = useQuery(accountQuery)
  const session = usePreference(rememberedSession)
  if (!account || session?.address !== account) return undefined
  return session.expiresAt > Date.now() ? account : undefined
}
