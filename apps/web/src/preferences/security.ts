import * as z from 'zod/mini'
import { definePreference } from './preference.js'

const schema = z.object({
  /** Run every transaction against the chain before it is signed. */
  simulate: z.boolean(),
  /** Sign a bare hash with wallets that know no typed data. */
  blindSigning: z.boolean(),
})
export type Security = z.output<typeof schema>

export const security = definePreference({
  name: 'security',
  schema,
  fallback: { simulate: true, blindSigning: false },
})

/** The stricter of both in everything. */
export function strengthenSecurity(here: Security, other: Security): Security {
  return {
    simulate: here.simulate || other.simulate,
    blindSigning: here.blindSigning && other.blindSigning,
  }
}
