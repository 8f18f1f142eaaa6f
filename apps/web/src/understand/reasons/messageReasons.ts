import type { Message } from '@covault/api'
import { formatCount } from '../../lib/formatCount.js'
import { computedHere } from '../../trust/provenance.js'
import { listSaid, type Reason } from './reasons.js'

/** What the screen shows of a message. */
export type SeenMessage = {
  content: Message['message']
  /** Undefined for what nobody has proposed yet. */
  proposal:
    | Pick<Message, 'name' | 'proposedBy' | 'creationTimestamp'>
    | undefined
}

export function toContent(content: Message['message']): Reason {
  return {
    fact: 'The message',
    value:
      typeof content === 'string'
        ? `text, ${formatCount([...content].length, 'character')}`
        : 'typed data, EIP-712',
    status: undefined,
    provenance: computedHere,
    how: 'The hash is made from the very content on the screen.',
  }
}

export function listMessageWords({ proposal }: SeenMessage): Reason[] {
  if (!proposal) return []
  const { name, proposedBy, creationTimestamp } = proposal
  return listSaid({ app: name, by: proposedBy.value, at: creationTimestamp })
}
