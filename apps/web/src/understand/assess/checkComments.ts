import type { SafeReference, WrittenComment } from '@covault/api'
import {
  BaseError,
  type Comment,
  hashComment,
  isCommentText,
  recoverCommentWriter,
} from '@covault/protocol'
import type { Address, Hex } from 'viem'

/** Whose key signed it for this transaction, as this browser found. */
export type CheckedComment = Pick<Comment, 'text' | 'writtenAt'> & {
  hash: Hex
  writer: Address
}

export type CheckedComments = {
  comments: readonly CheckedComment[]
  /** How many are not shown, because their signature fits nobody. */
  dropped: number
}

type Place = SafeReference & { safeTxHash: Hex }

/** What a gateway keeps of one transaction; more are not looked at. */
const most = 100

/** What its writers signed for this very transaction, in the order of writing. */
export async function checkComments(
  place: Place,
  told: readonly WrittenComment[],
): Promise<CheckedComments> {
  const checked = await Promise.all(
    told.slice(0, most).map((one) => checkComment(place, one)),
  )
  const found = new Map(
    checked.flatMap((one) => (one ? [[one.hash, one] as const] : [])),
  )
  return {
    comments: [...found.values()].sort((a, b) => a.writtenAt - b.writtenAt),
    dropped: told.length - found.size,
  }
}

async function checkComment(
  { chainId, address: safe, safeTxHash }: Place,
  { text, writtenAt, writer, signature }: WrittenComment,
): Promise<CheckedComment | undefined> {
  if (!isCommentText(text)) return undefined
  const comment = { chainId, safe, safeTxHash, text, writtenAt }
  try {
    const signer = await recoverCommentWriter(comment, signature)
    if (signer !== writer) return undefined
    return { text, writtenAt, writer, hash: hashComment(comment) }
  } catch (error) {
    if (error instanceof BaseError) return undefined
    throw error
  }
}
