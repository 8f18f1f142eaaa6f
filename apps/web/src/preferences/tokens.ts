import * as z from 'zod/mini'
import { definePreference } from './preference.js'
import { storedAddress, storedChainId } from './schemas.js'

export type TokenPreferences = {
  /** Only what is on the list of trusted tokens, or everything but spam. */
  trustedOnly: boolean
  /** Leave out what is worth less than one of the chosen currency. */
  hideDust: boolean
  /** Tokens the reader does not want to see, in any safe of the chain. */
  hidden: readonly z.output<typeof hiddenToken>[]
}

const hiddenToken = z.object({ chainId: storedChainId, address: storedAddress })

export const tokenPreferences = definePreference<TokenPreferences>({
  name: 'tokens',
  schema: z.object({
    trustedOnly: z.boolean(),
    hideDust: z.boolean(),
    hidden: z.array(hiddenToken),
  }),
  fallback: { trustedOnly: true, hideDust: true, hidden: [] },
})
