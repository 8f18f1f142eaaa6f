import {
  BaseError,
  type Comment,
  hashComment,
  isCommentText,
  longestComment,
  recoverCommentWriter,
} from '@covault/protocol'
import { type Address, type Hex, size } from 'viem'
import type { Context } from '../context.js'
import { NotFoundFailure, RuleFailure, StorageFailure } from '../failures.js'
import { type StoredComment, saveComment } from '../store/comments.js'
import { noteWrite } from './noteWrite.js'

/** About one transaction: of everybody, and of one writer. */
const mostComments = { ofTransaction: 100, ofWriter: 20 }

/** How much the writer's clock may differ, and how long signing may take. */
const mostMinutes = 15

/** Stores what a member wrote about a transaction and signed. */
export async function writeComment(
  context: Context,
  parameters: { comment: Comment; signature: Hex; account: Address },
): Promise<StoredComment> {
  const { comment, signature, account } = parameters
  const { store, allowances, config } = context
  const { chainId, safe, safeTxHash, text, writtenAt } = comment
  if (!isCommentText(text))
    throw new RuleFailure(
      `A comment is one paragraph of 1 to ${longestComment} characters.`,
    )
  if (Math.abs(Date.now() - writtenAt) > mostMinutes * 60_000)
    throw new RuleFailure(
      `The comment was written more than ${mostMinutes} minutes ago, or your clock is wrong. Check the time of your device and post the comment again.`,
    )
  if (config.access.blockedAddresses.includes(account))
    throw new RuleFailure('Unauthorized address')
  await allowances.assertWritable({ chainId, safe })
  const id = await hashSigned({ comment, signature, account })
  const stored: StoredComment = {
    ...{ id, writer: account, text, signature },
    writtenAt: new Date(writtenAt),
  }
  const outcome = await saveComment(
    store,
    { chainId, safe, safeTxHash, ...stored },
    mostComments,
  )
  if (outcome === 'gone')
    throw new NotFoundFailure('This safe has no such transaction.')
  if (outcome === 'full')
    throw new StorageFailure(
      422,
      `This transaction has ${mostComments.ofTransaction} comments, the maximum.`,
    )
  if (outcome === 'writerFull')
    throw new StorageFailure(
      422,
      `You have written ${mostComments.ofWriter} comments about this transaction, the maximum. Delete one of them first.`,
    )
  if (outcome === 'stored') await noteWrite(context, { chainId, safe })
  return stored
}

/**
 * Only anyone who is signed in may write, so that nobody brings back what its
 * writer deleted.
 */
async function hashSigned(parameters: {
  comment: Comment
  signature: Hex
  account: Address
}): Promise<Hex> {
  const { comment, signature, account } = parameters
  try {
    if (size(signature) !== 65) throw notTheirs(account)
    const writer = await recoverCommentWriter(comment, signature)
    if (writer !== account) throw notTheirs(account)
    return hashComment(comment)
  } catch (error) {
    if (error instanceof RuleFailure || !(error instanceof BaseError))
      throw error
    throw notTheirs(account)
  }
}

function notTheirs(account: Address): RuleFailure {
  return new RuleFailure(
    `This comment is not signed by ${account}, the signed-in account.`,
  )
}
