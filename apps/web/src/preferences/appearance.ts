import * as z from 'zod/mini'
import { definePreference } from './preference.js'

export type Appearance = {
  /** Code of the currency that values are shown in (spec, section 9: usd). */
  currency: string
  /** Copied addresses carry the short name of their chain. */
  copyPrefix: boolean
}

export const appearance = definePreference<Appearance>({
  name: 'appearance',
  schema: z.object({
    currency: z.string().check(z.regex(/^[a-z]{3,5}$/)),
    copyPrefix: z.boolean(),
  }),
  fallback: { currency: 'usd', copyPrefix: false },
})
