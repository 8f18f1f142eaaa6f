import * as z from 'zod/mini'
import { address, booleanText, chainId, orElse, orNull } from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'

export const contract = z.object({
  address,
  /** Names may be empty. */
  name: z.string(),
  displayName: z.string(),
  logoUri: orNull(z.string()),
  contractAbi: orNull(z.object({ abi: z.array(z.unknown()) })),
  trustedForDelegateCall: z.boolean(),
})
export type Contract = z.output<typeof contract>

export const getContract = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/contracts/{address}',
  summary: 'Name and ABI of a contract',
  params: z.object({ chainId, address }),
  query: z.object({
    /** Unknown contracts have empty names, instead of being not found. */
    allow_unknown: orElse(booleanText, false),
  }),
  response: contract,
})
