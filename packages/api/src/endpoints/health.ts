import * as z from 'zod/mini'
import { address, chainId, orNull } from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'

const status = z.enum(['OK', 'KO'])
/** How chains go, or bridges, which are of a safe. */
const conditions = z.optional(
  z.array(
    z.object({
      chainId,
      safe: z.optional(address),
      status: z.enum(['ok', 'degraded']),
      reason: orNull(z.string()),
    }),
  ),
)

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
    chains: conditions,
    /** Left out where the configuration has none. */
    bridges: conditions,
  }),
})
