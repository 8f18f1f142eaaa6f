import * as z from 'zod/mini'
import {
  address,
  chainId,
  count,
  hash,
  hex,
  milliseconds,
  nothing,
  openEnum,
  openUnion,
  orNull,
  signature,
} from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'
import { messageStatuses } from '../enumerations.js'
import { cursor, page } from '../page.js'
import { addressInfo } from '../schemas/addressInfo.js'
import { messageContent } from '../schemas/typedData.js'

const fields = {
  /** The SafeMessage hash, which owners sign. */
  messageHash: hash,
  status: openEnum(messageStatuses),
  logoUri: orNull(z.string()),
  name: orNull(z.string()),
  message: messageContent,
  creationTimestamp: milliseconds,
  modifiedTimestamp: milliseconds,
  confirmationsSubmitted: count,
  confirmationsRequired: count,
  proposedBy: addressInfo,
  confirmations: z.array(z.object({ owner: addressInfo, signature: hex })),
  /** All signatures in the order of their owners, once confirmed. */
  preparedSignature: orNull(hex),
  /** JSON text. */
  origin: orNull(z.string()),
}

export const message = z.object(fields)
export type Message = z.output<typeof message>

export const messageListItem = openUnion({
  variants: [
    z.object({ type: z.literal('MESSAGE'), ...fields }),
    /** Midnight UTC of the day of the messages that follow. */
    z.object({ type: z.literal('DATE_LABEL'), timestamp: milliseconds }),
  ],
})
export type MessageListItem = z.output<typeof messageListItem>

export const getMessages = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{safe_address}/messages',
  summary: 'Messages of a safe, newest first, with date labels',
  params: z.object({ chainId, safe_address: address }),
  query: z.object({ cursor: z.optional(cursor) }),
  touchedBy: ['message'],
  response: page(messageListItem),
  paged: true,
})

export const getMessage = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/messages/{message_hash}',
  summary: 'One message by its hash',
  params: z.object({ chainId, message_hash: hash }),
  touchedBy: ['message'],
  response: message,
})

/**
 * The message may not be readable at once: ask for it by its hash. Sent again
 * it changes nothing, so it may be repeated.
 */
export const createMessage = defineEndpoint({
  method: 'POST',
  path: '/v1/chains/{chainId}/safes/{safe_address}/messages',
  summary: 'Propose a message with the first signature',
  params: z.object({ chainId, safe_address: address }),
  body: z.object({
    message: messageContent,
    signature,
    safeAppId: z.optional(z.nullable(z.int().check(z.gte(0)))),
    /** JSON text. */
    origin: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  }),
  response: nothing,
  status: 202,
  idempotent: true,
})

export const signMessage = defineEndpoint({
  method: 'POST',
  path: '/v1/chains/{chainId}/messages/{message_hash}/signatures',
  summary: 'Add the signature of an owner to a message',
  params: z.object({ chainId, message_hash: hash }),
  body: z.object({ signature }),
  response: nothing,
  idempotent: true,
})
