import type { Message, MessageContent } from '@covault/api'
import type { MessageFinding, SafeDomain } from '@covault/protocol'
import type { Hex } from 'viem'
import type { AppIdentity } from '../../apps/requestDesk.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { MessageOutcome } from '../act/messageOutcome.js'

export type MessageReviewProps = {
  place: SafePlace
  content: MessageContent
  /** What the gateway says of it; undefined for what is new. */
  proposal: Message | undefined
  /** The app that asks for it. */
  app?: AppIdentity | undefined
  /** Milliseconds; nothing is signed for its request afterwards. */
  expiresAt?: number | undefined
  /** Where the way out leads: to the form, or out of the flow. */
  back: { title: 'Back' | 'Close'; onBack: () => void }
  onDone: (outcome: MessageOutcome) => void
}

/** What the end of the review knows besides. */
export type MessageSealProps = MessageReviewProps & {
  domain: SafeDomain
  /** Of the SafeMessage, as the screen shows it. */
  hash: Hex
  findings: readonly MessageFinding[]
}
