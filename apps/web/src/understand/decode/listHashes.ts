import type { MessageContent } from '@covault/protocol'
import type { Hex } from 'viem'
import type { Signable } from '../../trust/signable.js'
import type { SignableHashes } from '../../trust/signables/definition.js'
import { understanding } from '../signables/signables.js'

/** Each with its name, the one that is signed first. */
export function listHashes(
  one: Signable,
  { signed, domain, message, content }: SignableHashes,
): { id: string; name: string; hash: Hex }[] {
  const { id, name } = understanding[one.kind].hash
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
