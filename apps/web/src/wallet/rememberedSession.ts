import * as z from 'zod/mini'
import { definePreference } from '../preferences/preference.js'
import { storedAddress } from '../preferences/schemas.js'

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

/** Whether there was a session here that is over. */
export function hasSessionEnded(): boolean {
  const known = rememberedSession.read()
  return known !== null && known.expiresAt <= Date.now()
}

/** Hears when whoever is signed in leaves, in this tab or in another. */
export function hearSessionEnd(onEnd: () => void): void {
  let before = hasSessionEnded() ? undefined : rememberedSession.read()?.address
  rememberedSession.subscribe(() => {
    const address = rememberedSession.read()?.address
    if (before && address !== before) onEnd()
    before = address
  })
}
