import {
  call,
  createComment,
  deleteComment,
  type EndpointBody,
  getComments,
  type SafeReference,
  type WrittenComment,
} from '@covault/api'
import type { Hex } from 'viem'
import { gateway } from './gateway.js'

export type CommentPlace = SafeReference & { safeTxHash: Hex }

/** As the gateway has them; null: it shows them to members alone. */
export async function readComments(
  { chainId, address, safeTxHash }: CommentPlace,
  signal: AbortSignal,
): Promise<readonly WrittenComment[] | null> {
  const { comments } = await call(gateway, getComments, {
    params: { chainId, address, safeTxHash },
    signal,
    retryLimit: 1,
  })
  return comments
}

export function sendComment(
  { chainId, address, safeTxHash }: CommentPlace,
  body: EndpointBody<typeof createComment>,
): Promise<unknown> {
  return call(gateway, createComment, {
    params: { chainId, address, safeTxHash },
    body,
    retryLimit: 1,
  })
}

export function removeComment(
  { chainId, address, safeTxHash }: CommentPlace,
  commentHash: Hex,
): Promise<unknown> {
  return call(gateway, deleteComment, {
    params: { chainId, address, safeTxHash, commentHash },
    retryLimit: 1,
  })
}
