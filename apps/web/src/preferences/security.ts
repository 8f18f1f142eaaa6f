import * as z from 'zod/mini'
import { definePreference } from './preference.js'

export type Security = {
  /** Run every transaction against the chain before it is signed. */
  simulate: boolean
  /** Sign a bare hash with wallets that know no typed data. */
  blindSigning: boolean
}

export const security = definePreference<Security>({
  name: 'security',
  schema: z.object({ simulate: z.boolean(), blindSigning: z.boolean() }),
  fallback: { simulate: true, blindSigning: false },
})

/** The stricter of both in everything. */
export function strengthenSecurity(here: Security, other: Security): Security {
  return {
    simulate: here.simulate || other.simulate,
    blindSigning: here.blindSigning && other.blindSigning,
  }
}
