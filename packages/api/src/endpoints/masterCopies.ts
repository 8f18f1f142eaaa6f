import * as z from 'zod/mini'
import { address, chainId } from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'

export const masterCopy = z.object({
  address,
  /** May carry `+L2`. */
  version: z.string(),
})
export type MasterCopy = z.output<typeof masterCopy>

export const getMasterCopies = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/about/master-copies',
  summary: 'Safe contracts known on a chain',
  params: z.object({ chainId }),
  response: z.array(masterCopy),
})
