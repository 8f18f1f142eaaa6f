import * as z from 'zod/mini'
import { address, hash, hex, nothing } from '../codecs.js'
import { messageContent } from '../schemas/typedData.js'
import { looseHash, looseSignature, strictAddress } from './codecs.js'
import { paging, servicePage } from './page.js'
import { defineServiceEndpoint } from './serviceEndpoint.js'
import { signatureTypes } from './transactions.js'

export const serviceMessage = z.strictObject({
  created: z.string(),
  modified: z.string(),
  safe: address,
  messageHash: hash,
  /** As it was sent. */
  message: messageContent,
  proposedBy: address,
  safeAppId: z.nullable(z.number()),
  confirmations: z.array(
    z.strictObject({
      created: z.string(),
      modified: z.string(),
      owner: address,
      signature: hex,
      signatureType: z.enum(signatureTypes),
    }),
  ),
  preparedSignature: z.nullable(hex),
  /** As `isValidSignature` of another contract takes it. */
  preparedSignatureEip1271: z.nullable(hex),
  /** JSON as text. */
  origin: z.string(),
})

export const listServiceMessages = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/safes/{address}/messages/',
  summary: 'Messages of a safe',
  missing: 'nothing',
  params: z.object({ address: strictAddress }),
  query: z.object({ ordering: z.optional(z.string()), ...paging }),
  paging: { usual: 100, most: 200 },
  response: servicePage(serviceMessage),
})

export const createServiceMessage = defineServiceEndpoint({
  method: 'POST',
  path: '/v1/safes/{address}/messages/',
  summary: 'Propose a message with one signature',
  missing: 'nothing',
  params: z.object({ address: strictAddress }),
  body: z.object({
    message: messageContent,
    signature: looseSignature,
    safeAppId: z.optional(
      z.nullable(z.int().check(z.gte(0, 'Not the ID of an app.'))),
    ),
    origin: z.optional(
      z.nullable(
        z
          .string()
          .check(z.maxLength(200, 'The origin has more than 200 characters.')),
      ),
    ),
  }),
  response: nothing,
  status: 201,
})

export const getServiceMessage = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/messages/{messageHash}/',
  summary: 'One message by its hash',
  missing: 'detail',
  params: z.object({ messageHash: looseHash }),
  response: serviceMessage,
})

export const signServiceMessage = defineServiceEndpoint({
  method: 'POST',
  path: '/v1/messages/{messageHash}/signatures/',
  summary: 'Add the signature of an owner to a message',
  missing: 'detail',
  params: z.object({ messageHash: looseHash }),
  body: z.object({ signature: looseSignature }),
  response: nothing,
  status: 201,
})
