import type { Message } from '@covault/api'
import { BaseError, hashSafeMessage, type SafeDomain } from '@covault/protocol'
import type { Hex } from 'viem'

export type Comparison =
  | { status: 'same' }
  | {
      status: 'refused'
      reason: string
      facts: readonly { name: string; value: string }[]
    }

/**
 * The content decides: its hash for this safe must be the one of the link. A
 * gateway that names another hash for it is found by the check that follows.
 */
export function compareWithLink(
  domain: SafeDomain,
  { message, link }: { message: Message; link: Hex },
): Comparison {
  const hash = computeHash(domain, message)
  if (hash === link.toLowerCase()) return { status: 'same' }
  const facts = [
    { name: 'Link', value: link.toLowerCase() },
    ...(typeof hash === 'string'
      ? [{ name: 'Computed in this browser', value: hash }]
      : []),
    { name: 'Reported by the gateway', value: message.messageHash },
  ]
  return {
    status: 'refused',
    reason:
      typeof hash === 'string'
        ? 'The content from the gateway has a different hash for this safe: it was altered or belongs to another safe.'
        : hash.message,
    facts,
  }
}

function computeHash(domain: SafeDomain, { message }: Message) {
  try {
    return hashSafeMessage(domain, message)
  } catch (error) {
    if (error instanceof BaseError) return error
    throw error
  }
}
