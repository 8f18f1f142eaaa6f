import * as z from 'zod/mini'
import { address, chainId, hex } from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'
import { dataDecoded } from '../schemas/dataDecoded.js'

export const decodeData = defineEndpoint({
  method: 'POST',
  path: '/v1/chains/{chainId}/data-decoder',
  summary: 'The function and parameters of calldata',
  params: z.object({ chainId }),
  body: z.object({
    data: hex,
    /** Without it any contract that has the function may answer. */
    to: z.optional(address),
  }),
  response: dataDecoded,
  idempotent: true,
})
