import * as z from 'zod/mini'
import { definePreference } from './preference.js'
import { storedPlace } from './schemas.js'

const schema = z.object({
  /** Only what is on the list of trusted tokens, or everything but spam. */
  trustedOnly: z.boolean(),
  /** Leave out what is worth less than one of the chosen currency. */
  hideDust: z.boolean(),
  /** Tokens the reader does not want to see, in any safe of the chain. */
  hidden: z.readonly(z.array(storedPlace)),
})
export type TokenPreferences = z.output<typeof schema>

export const tokenPreferences = definePreference({
  name: 'tokens',
  schema,
  fallback: { trustedOnly: true, hideDust: true, hidden: [] },
})
