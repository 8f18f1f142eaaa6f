import type { Message } from '@covault/api'
import type { Hex } from 'viem'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatCount } from '../../lib/formatCount.js'
import { formatExactTime } from '../../lib/formatTime.js'
import type { MessageCheck } from '../../trust/checkMessage.js'
import { computedHere } from '../../trust/provenance.js'
import { listCheckReasons } from './checkReasons.js'
import { type Reason, type ReasonGroups, toSaid } from './reasons.js'

/** Why what is said of a message is to be believed. */
export function listMessageReasons({
  hash,
  content,
  check,
  proposal,
}: {
  hash: Hex
  content: Message['message']
  check: MessageCheck | undefined
  /** Undefined for what nobody has proposed yet. */
  proposal:
    | Pick<Message, 'name' | 'proposedBy' | 'creationTimestamp'>
    | undefined
}): ReasonGroups {
  const checked = listCheckReasons(check, {
    name: 'SafeMessage hash',
    hash,
    from: 'the content',
  })
  return {
    computed: [checked.hash, toContent(content), checked.confirmations],
    chain: [...checked.chain, ...(check ? [toValidity(check)] : [])],
    said: proposal
      ? [
          ...(proposal.name
            ? [toSaid('Safe App', toForeignText(proposal.name, 80))]
            : []),
          toSaid(
            'Proposed by',
            formatAddress(proposal.proposedBy.value, { digits: 4 }),
          ),
          toSaid('Proposed at', formatExactTime(proposal.creationTimestamp)),
        ]
      : [],
    sources: checked.sources,
  }
}

function toContent(content: Message['message']): Reason {
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

function toValidity({ canValidate, provenance }: MessageCheck): Reason {
  return {
    fact: 'Answer to apps',
    value: canValidate ? 'answered' : 'nobody answers',
    status: undefined,
    provenance,
    how: 'The safe was asked with isValidSignature, as an app would.',
  }
}
