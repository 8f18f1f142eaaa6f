import type { Address } from 'viem'
import { readTransactionId } from '../lib/transactionId.js'
import { commentsQuery } from '../understand/assess/comments.js'
import { createCache, nameError, openPlace } from './reviewInNode.js'

/** What is shown of what members wrote, and how much of it was dropped. */
export type CommentReading =
  | { kind: 'open'; shown: readonly string[]; dropped: number }
  | { kind: 'schema' | 'other'; words: string }

/** The comments on a transaction as its details show them to a member. */
export async function openComments(asked: {
  safe: string
  id: string
  member: Address
}): Promise<CommentReading> {
  const cache = createCache()
  try {
    const { chain, address } = await openPlace(cache, asked.safe)
    const named = readTransactionId(asked.id)
    if (!named) return { kind: 'other', words: 'It names no transaction.' }
    const { chainId } = chain
    const { safeTxHash } = named
    const found = await cache.fetchQuery(
      commentsQuery({ chainId, address, safeTxHash }, asked.member),
    )
    const { comments, dropped } = found ?? { comments: [], dropped: 0 }
    const shown = comments.map((one) => JSON.stringify(one))
    return { kind: 'open', shown, dropped }
  } catch (error) {
    return { kind: nameError(error), words: String(error) }
  } finally {
    cache.clear()
  }
}
