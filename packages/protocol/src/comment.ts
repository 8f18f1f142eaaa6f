import { type Address, getAddress, type Hex, hashTypedData } from 'viem'
import { chainIdWord } from './safeTransaction.js'
import { recoverSigner } from './signature.js'
import { addressWord, bytes32Word, uintWord } from './word.js'

/*
 * What somebody writes about a transaction. The writer's key signs it together
 * with the place it belongs to, so that nobody who keeps it can change it or
 * move it elsewhere. The domain is our own: no safe takes it for an approval.
 */

export type Comment = {
  chainId: number
  safe: Address
  safeTxHash: Hex
  /** Milliseconds since 1970, by the writer's clock. */
  writtenAt: number
  text: string
}

/** In UTF-16 code units, as text fields count. */
export const longestComment = 500

/** One paragraph: what is signed is what is shown. */
export function toCommentText(written: string): string {
  return written.normalize('NFC').replace(/\s+/g, ' ').trim()
}

/** Whether a text is one that `toCommentText` makes, neither empty nor long. */
export function isCommentText(text: string): boolean {
  return (
    text.length > 0 &&
    text.length <= longestComment &&
    !malformed.test(text) &&
    text === toCommentText(text)
  )
}

/** Control characters, and halves of pairs, which are no text. */
const malformed = /[\p{Cc}\p{Cs}]/u

export function getCommentTypedData({
  chainId,
  safe,
  safeTxHash,
  writtenAt,
  text,
}: Comment) {
  chainIdWord(chainId)
  addressWord(safe)
  bytes32Word(safeTxHash)
  const at = BigInt(Number.isSafeInteger(writtenAt) ? writtenAt : -1)
  uintWord(at)
  return {
    domain: {
      name: 'Covault comment',
      version: '1',
      chainId,
      verifyingContract: getAddress(safe),
    },
    types: {
      Comment: [
        { name: 'text', type: 'string' },
        { name: 'safeTxHash', type: 'bytes32' },
        { name: 'writtenAt', type: 'uint256' },
      ],
    },
    primaryType: 'Comment',
    message: { text, safeTxHash, writtenAt: at },
  } as const
}

export function hashComment(comment: Comment): Hex {
  return hashTypedData(getCommentTypedData(comment))
}

/** Whose key signed it; another place, time or text has another signer. */
export async function recoverCommentWriter(
  comment: Comment,
  signature: Hex,
): Promise<Address> {
  return recoverSigner({
    hash: hashComment(comment),
    signature: { kind: 'ecdsa', data: signature },
  })
}
