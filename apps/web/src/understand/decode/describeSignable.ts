import type { MessageContent } from '@covault/protocol'
import type { Hex } from 'viem'
import { formatAddress } from '../../lib/formatAddress.js'
import type {
  ByKind,
  Signable,
  SignableHashes,
  SignableKind,
  Subject,
} from '../../trust/signable.js'

/** What people call its hash, and what that is made from. */
export const hashWords: ByKind<{ id: string; name: string; from: string }> = {
  transaction: {
    id: 'safeTxHash',
    name: 'safeTxHash',
    from: 'the ten fields',
  },
  message: {
    id: 'safeMessage',
    name: 'SafeMessage hash',
    from: 'the content',
  },
}

const words: {
  [Kind in SignableKind]: (one: Subject<Kind>, hash: Hex) => string
} = {
  transaction: ({ transaction }) => `nonce ${transaction.nonce}`,
  message: (_, hash) => `message ${formatAddress(hash, { digits: 4 })}`,
}

/** What tells it from the others of its safe, in very few words. */
export function describeSignable<Kind extends SignableKind>(
  one: Subject<Kind>,
  hash: Hex,
): string {
  return words[one.kind](one, hash)
}

/** Each with its name, the one that is signed first. */
export function listHashes<Kind extends SignableKind>(
  one: Signable<Kind>,
  { signed, domain, message, content }: SignableHashes,
): { id: string; name: string; hash: Hex }[] {
  const { id, name } = hashWords[one.kind]
  return [
    { id, name, hash: signed },
    { id: 'domain', name: 'Domain hash', hash: domain },
    { id: 'message', name: 'Message hash', hash: message },
    ...(content && 'message' in one
      ? [{ id: 'content', name: nameContentHash(one.message), hash: content }]
      : []),
  ]
}

/** What an app calls the hash of the message. */
export function nameContentHash(content: MessageContent): string {
  return typeof content === 'string' ? 'EIP-191 hash' : 'EIP-712 hash'
}
