import * as z from 'zod/mini'
import { openUnion } from '../codecs.js'

/** Where the price of gas on a chain comes from. */
export const gasPrice = openUnion({
  rename: (type) => type.toLowerCase().replace('_', ''),
  variants: [
    z.object({
      type: z.literal('oracle'),
      uri: z.string(),
      gasParameter: z.string(),
      gweiFactor: z.string(),
    }),
    z.object({ type: z.literal('fixed'), weiValue: z.string() }),
    z.object({
      type: z.literal('fixed1559'),
      maxFeePerGas: z.string(),
      maxPriorityFeePerGas: z.string(),
    }),
  ],
})
export type GasPrice = z.output<typeof gasPrice>
