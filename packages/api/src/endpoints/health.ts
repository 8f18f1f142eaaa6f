import * as z from 'zod/mini'
import { address, chainId, orNull } from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'

const status = z.enum(['OK', 'KO'])
const condition = {
  chainId,
  status: z.enum(['ok', 'degraded']),
  reason: orNull(z.string()),
}

/** The process runs. */
export const getLiveness = defineEndpoint({
  method: 'GET',
  path: '/health/live',
  summary: 'Whether the process runs',
  response: z.object({ status }),
})

/** The process can answer; every chain and bridge says how it goes. */
export const getReadiness = defineEndpoint({
  method: 'GET',
  path: '/health/ready',
  summary: 'Whether calls can be answered, and which chain is degraded',
  response: z.object({
    status,
    reason: z.optional(z.string()),
    chains: z.optional(z.array(z.object(condition))),
    /** Left out where the configuration has none. */
    bridges: z.optional(z.array(z.object({ ...condition, safe: address }))),
  }),
})
