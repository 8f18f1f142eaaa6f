import {
  encodeSafeMessageData,
  getSafeMessagePreimage,
  hashMessageContent,
  hashSafeDomain,
  type MessageContent,
  type SafeDomain,
} from '@covault/protocol'
import { type Hex, keccak256 } from 'viem'

/** Everything about a message that a device or an app may show. */
export type MessageHashes = {
  /** What owners sign. */
  safeMessage: Hex
  /** The first of the two hashes a device shows. */
  domain: Hex
  /** The second one: of the structure `SafeMessage`. */
  message: Hex
  /** EIP-191 of a text, EIP-712 of typed data: what an app asks about. */
  content: Hex
  /** What owners that are contracts are shown. */
  preimage: Hex
}

/** Fails with a BaseError where the content cannot be hashed. */
export function hashMessage(
  domain: SafeDomain,
  content: MessageContent,
): MessageHashes {
  const contentHash = hashMessageContent(content)
  // 0x1901, then the domain, then the structure.
  const data = encodeSafeMessageData(domain, contentHash)
  return {
    safeMessage: keccak256(data),
    domain: hashSafeDomain(domain),
    message: `0x${data.slice(-64)}`,
    content: contentHash,
    preimage: getSafeMessagePreimage(domain, content),
  }
}

/** What an app calls the hash of the message. */
export function nameContentHash(content: MessageContent): string {
  return typeof content === 'string' ? 'EIP-191 hash' : 'EIP-712 hash'
}
