import * as z from 'zod/mini'
import { address, chainId, orNull } from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'

const moved = z.object({
  counts: z.array(
    z.object({
      /** Transactions, Signatures, Messages or Proposers. */
      kind: z.string(),
      taken: z.number(),
      /** They were here before. */
      known: z.number(),
      refused: z.number(),
      /** Nothing is wrong with them, but they cannot be taken. */
      left: z.number(),
    }),
  ),
  /** What was refused, by name and with the reason. */
  refused: z.array(z.string()),
  left: z.array(z.string()),
  /** One request reads so much; the same one continues. */
  more: z.boolean(),
  /** Why it ended before all was read; null when all was. */
  stopped: orNull(z.string()),
})
export type Moved = z.output<typeof moved>

/**
 * Not part of the wire of others: copies what waits in a safe from another
 * service, for an owner who is signed in.
 */
export const moveIn = defineEndpoint({
  method: 'POST',
  path: '/v1/chains/{chainId}/safes/{address}/move-in',
  summary: 'Move a queue in from another service',
  params: z.object({ chainId, address }),
  body: z.object({
    /** Where the other service is. */
    from: z.string(),
    /** The owner's key for it, where it needs one. */
    token: z.optional(z.string()),
  }),
  response: moved,
})
