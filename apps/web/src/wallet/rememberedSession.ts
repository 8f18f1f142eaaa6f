import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { definePreference, usePreference } from '../preferences/preference.js'
import { storedAddress } from '../preferences/schemas.js'
import { sessionUserQuery } from '../queries/auth.js'

const session = z.object({
  address: storedAddress,
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
})
/** Whose session there should be, and its end; the cookie is the server's. */
export type Session = z.output<typeof session>

export const rememberedSession = definePreference<Session | null>({
  name: 'session',
  schema: z.nullable(session),
  fallback: null,
})

/** Whether the gateway knows this account, as far as it has said. */
export function useSignedIn(account: Address | null | undefined): boolean {
  const remembered = usePreference(rememberedSession)
  const { data: user } = useQuery(sessionUserQuery(remembered))
  return Boolean(account) && user === account
}
