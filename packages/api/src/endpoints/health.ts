import * as z from 'zod/mini'
import { chainId, orNull } from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'

const status = z.enum(['OK', 'KO'])

/** The process runs. */
export const getLiveness = defineEndpoint({
  method: 'GET',
  path: '/health/live',
  summary: 'Whether the process runs',
  response: z.object({ status }),
})

/** The process can answer; every chain says whether it is followed, or why not. */
export const getReadiness = defineEndpoint({
  method: 'GET',
  path: '/health/ready',
  summary: 'Whether calls can be answered, and which chain is degraded',
  response: z.object({
    status,
    reason: z.optional(z.string()),
    chains: z.optional(
      z.array(
        z.object({
          chainId,
          status: z.enum(['ok', 'degraded']),
          reason: orNull(z.string()),
        }),
      ),
    ),
  }),
})
