import { getCommentTypedData, toCommentText } from '@covault/protocol'
import type { Hex } from 'viem'
import { sendComment } from '../../queries/comments.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { type Asking, askForRequest } from '../act/askForRequest.js'
import type { Waiting } from '../act/waiting.js'

/** Asks the wallet to sign a comment and hands it to the gateway. */
export async function postComment({
  place: { chain, address, safe },
  safeTxHash,
  written,
  ...asking
}: Asking & {
  place: SafePlace
  safeTxHash: Hex
  written: string
  waiting: Waiting
}): Promise<true | undefined> {
  const { chainId } = chain
  const text = toCommentText(written)
  const writtenAt = Date.now()
  const comment = { chainId, safe: address, safeTxHash, text, writtenAt }
  return askForRequest({
    ...asking,
    about: { chainId, safe: address, nonce: safe.nonce },
    typedData: getCommentTypedData(comment),
    send: (signature) =>
      sendComment(
        { chainId, address, safeTxHash },
        { text, writtenAt, signature },
      ),
    refusal: 'The gateway refused the comment',
  })
}
