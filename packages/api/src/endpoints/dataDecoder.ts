import * as z from 'zod/mini'
import { address, booleanText, chainId, hex, orElse } from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'
import { dataDecoded } from '../schemas/dataDecoded.js'

export const decodeData = defineEndpoint({
  method: 'POST',
  path: '/v1/chains/{chainId}/data-decoder',
  summary: 'The function and parameters of calldata',
  params: z.object({ chainId }),
  query: z.object({
    /** Unknown bytes have an empty method, instead of being not found. */
    allow_unknown: orElse(booleanText, false),
  }),
  body: z.object({
    data: hex,
    /** Without it any contract that has the function may answer. */
    to: z.optional(address),
  }),
  response: dataDecoded,
  idempotent: true,
})
