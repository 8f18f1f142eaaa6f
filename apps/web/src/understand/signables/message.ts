import type { Message } from '@covault/api'
import {
  BaseError,
  findMessageRisks,
  type MessageFinding,
} from '@covault/protocol'
import { formatCount } from '../../lib/formatCount.js'
import {
  letGoOfCopy,
  localMessages,
  nameLocal,
} from '../../preferences/localQueue.js'
import { computedHere } from '../../trust/provenance.js'
import { contentHow } from '../../words/reasons.js'
import { claimMessage } from '../assess/claim.js'
import { readMessage, UnknownRulesError } from '../decode/readMessage.js'
import { listSaid } from '../reasons/reasons.js'
import type { Understanding } from './definition.js'

export type UnderstoodMessage = {
  seen: {
    content: Message['message']
    /** Undefined for what nobody has proposed yet. */
    proposal:
      | Pick<Message, 'name' | 'proposedBy' | 'creationTimestamp'>
      | undefined
  }
  subject: { kind: 'message'; message: Message }
  meaning: {
    /** What the rules find in it, gravest first. */
    findings: readonly MessageFinding[]
  }
}

export const message: Understanding<'message', UnderstoodMessage> = {
  hash: { id: 'safeMessage', name: 'SafeMessage hash', from: 'the content' },
  meaning: ({ content }) => ({
    fact: 'The message',
    value:
      typeof content === 'string'
        ? `text, ${formatCount([...content].length, 'character')}`
        : 'typed data, EIP-712',
    status: undefined,
    provenance: computedHere,
    how: contentHow,
  }),
  recipients: () => [],
  facts: () => [],
  words: ({ proposal }) =>
    proposal
      ? listSaid({
          app: proposal.name,
          by: proposal.proposedBy.value,
          at: proposal.creationTimestamp,
        })
      : [],
  carry: (one) => one,
  openRow: (_, { place: { chain, address, safe }, subject: { message } }) => {
    const { chainId } = chain
    const { version } = safe
    const read = readMessage(message.message, { chainId, address, version })
    if (read instanceof UnknownRulesError) return 'unknownVersion'
    if (read instanceof BaseError || read.hashes.signed !== message.messageHash)
      return 'otherContent'
    const { domain, hashes } = read
    const findings = findMessageRisks(message.message, { chainId })
    return {
      domain,
      hashes,
      claim: claimMessage(message),
      meaning: { findings },
      onChecked: (confirmations) =>
        letGoOfCopy(
          localMessages,
          nameLocal(domain, hashes.signed),
          confirmations,
        ),
    }
  },
}
