import * as z from 'zod/mini'
import {
  address,
  chainId,
  hash,
  milliseconds,
  nothing,
  orNull,
  signature,
} from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'

const comment = z.object({
  /** The hash that its writer signed. */
  id: hash,
  writer: address,
  text: z.string(),
  writtenAt: milliseconds,
  signature,
})
export type WrittenComment = z.output<typeof comment>

const ofTransaction = z.object({ chainId, address, safeTxHash: hash })

/** Not part of the wire of others: what the people of a safe write to each other. */
export const getComments = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{address}/transactions/{safeTxHash}/comments',
  summary: 'What members of a safe wrote about a transaction, oldest first',
  params: ofTransaction,
  response: z.object({
    /** Null where nobody is signed in who is a member of the safe. */
    comments: orNull(z.array(comment)),
  }),
  touchedBy: ['comment'],
  session: true,
})

export const createComment = defineEndpoint({
  method: 'POST',
  path: '/v1/chains/{chainId}/safes/{address}/transactions/{safeTxHash}/comments',
  summary: 'Comment on a transaction; the signature covers all of it',
  params: ofTransaction,
  body: z.object({ text: z.string(), writtenAt: milliseconds, signature }),
  response: comment,
  status: 201,
  idempotent: true,
  session: true,
})

export const deleteComment = defineEndpoint({
  method: 'DELETE',
  path: '/v1/chains/{chainId}/safes/{address}/transactions/{safeTxHash}/comments/{commentHash}',
  summary: 'Delete your own comment',
  params: z.object({ chainId, address, safeTxHash: hash, commentHash: hash }),
  response: nothing,
  idempotent: true,
  session: true,
})
