import * as z from 'zod/mini'
import {
  address,
  chainId,
  hash,
  milliseconds,
  nothing,
  orNull,
} from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'
import { transactionSummary } from '../schemas/transactionSummary.js'

const draft = z.object({
  /** Who was signed in when it was saved; the gateway alone knows. */
  savedBy: address,
  savedAt: milliseconds,
  transaction: transactionSummary,
})
export type Draft = z.output<typeof draft>

/**
 * Not part of the wire of others: what members proposed without a signature. A
 * proposal of theirs with `signature: null` makes one.
 */
export const getDrafts = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{address}/drafts',
  summary: 'Transactions that members saved unsigned, lowest nonce first',
  params: z.object({ chainId, address }),
  response: z.object({
    /** Null where nobody is signed in who is a member of the safe. */
    drafts: orNull(z.array(draft)),
    /** False where there are more than fit an answer. */
    isWhole: z.boolean(),
  }),
  touchedBy: ['queue', 'history'],
  session: true,
})

export const deleteDraft = defineEndpoint({
  method: 'DELETE',
  path: '/v1/chains/{chainId}/safes/{address}/drafts/{safeTxHash}',
  summary: 'Delete a draft, as whoever saved it or as an owner',
  params: z.object({ chainId, address, safeTxHash: hash }),
  response: nothing,
  idempotent: true,
  session: true,
})
