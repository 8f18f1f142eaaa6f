import * as z from 'zod/mini'
import {
  address,
  chainId,
  hash,
  milliseconds,
  orNull,
  uint,
} from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'

/** Something that is not the same on both sides. */
const unsettled = z.object({
  hash,
  /** Null for messages. */
  nonce: orNull(uint),
  reason: z.string(),
})

const bridge = z.object({
  /** Where the other service is. */
  url: z.string(),
  /** Why both sides are not the same; null when they are. */
  reason: orNull(z.string()),
  /** When both sides were last compared. */
  timestamp: orNull(milliseconds),
  unsettled: z.array(unsettled),
})
export type Bridge = z.output<typeof bridge>

/** Not part of the wire of others: which services a safe is kept in step with. */
export const getBridges = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{address}/bridges',
  summary: 'Bridges of a safe',
  params: z.object({ chainId, address }),
  response: z.array(bridge),
})
