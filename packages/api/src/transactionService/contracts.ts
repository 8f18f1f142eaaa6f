import * as z from 'zod/mini'
import { address } from '../codecs.js'
import { booleanWord, looseHex, strictAddress } from './codecs.js'
import { serviceDecoded } from './decoded.js'
import { paging, servicePage } from './page.js'
import { defineServiceEndpoint } from './serviceEndpoint.js'

export const serviceContract = z.strictObject({
  address,
  name: z.string(),
  displayName: z.string(),
  logoUri: z.nullable(z.string()),
  contractAbi: z.nullable(
    z.strictObject({
      abi: z.array(z.unknown()),
      description: z.string(),
      relevance: z.number(),
    }),
  ),
  trustedForDelegateCall: z.boolean(),
})

export const listServiceContracts = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/contracts/',
  summary: 'Contracts with known names',
  query: z.object({
    trusted_for_delegate_call: z.optional(booleanWord),
    ordering: z.optional(z.string()),
    ...paging,
  }),
  paging: { usual: 100, most: 200 },
  response: servicePage(serviceContract),
})

export const getServiceContract = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/contracts/{address}/',
  summary: 'One contract',
  missing: 'detail',
  params: z.object({ address: strictAddress }),
  response: serviceContract,
})

export const decodeServiceData = defineServiceEndpoint({
  method: 'POST',
  path: '/v1/data-decoder/',
  summary: 'Decode calldata',
  missing: 'nothing',
  refusal: 422,
  body: z.object({
    data: looseHex.check(
      z.refine((data) => data.length >= 10, 'Shorter than 4 bytes.'),
    ),
    to: z.optional(z.nullable(strictAddress)),
  }),
  response: serviceDecoded,
})
