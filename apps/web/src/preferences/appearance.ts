import * as z from 'zod/mini'
import { definePreference } from './preference.js'

const schema = z.object({
  /** Code of the currency that values are shown in; US dollars at first. */
  currency: z.string().check(z.regex(/^[a-z]{3,5}$/)),
  /** Copied addresses carry the short name of their chain. */
  copyPrefix: z.boolean(),
})

export const appearance = definePreference({
  name: 'appearance',
  schema,
  fallback: { currency: 'usd', copyPrefix: false },
})
