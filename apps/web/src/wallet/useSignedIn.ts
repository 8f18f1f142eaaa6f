import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { usePreference } from '../preferences/preference.js'
import { sessionUserQuery } from '../queries/auth.js'
import { rememberedSession } from './rememberedSession.js'

/** Whether the gateway knows this account, as far as it has said. */
export function useSignedIn(account: Address | null | undefined): boolean {
  const remembered = usePreference(rememberedSession)
  const { data: user } = useQuery(sessionUserQuery(remembered))
  return Boolean(account) && user === account
}
