import type { Message, MessageContent } from '@covault/api'
import type {
  Finding,
  MessageFinding,
  SafeTransaction,
} from '@covault/protocol'
import type { ReactNode } from 'react'
import type { Address, Hex } from 'viem'
import type { AppIdentity } from '../../apps/requestDesk.js'
import type { Claim, SignableCheck } from '../../trust/checkSignable.js'
import type { ContractFacts } from '../../trust/contracts.js'
import type { Signable } from '../../trust/signable.js'
import type {
  NonceReading,
  RecommendedNonce,
} from '../../understand/safe/nonce.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import type { Proposal } from '../act/check.js'
import type { Outcome } from '../act/outcome.js'
import type { PinnedName } from './pinned.js'

/** An address that was entered, and the one that it looks like. */
export type AddressSwap = { from: Address; to: Address }

/** How a nonce can still be chosen; what has been signed has one. */
export type NonceChoice = {
  text: string
  reading: NonceReading
  /** What would be said to another text. */
  read: (text: string) => NonceReading
  recommended: RecommendedNonce
  isFixed: boolean
  onText: (text: string) => void
}

/** Why it cannot be part of a batch, or how it becomes one. */
export type BatchChoice =
  | { refusal: string }
  | { onAdd: () => Promise<Outcome> }

/** What any review is given. */
type AnyReviewProps = {
  place: SafePlace
  /** The app that asks for it. */
  app?: AppIdentity | undefined
  /** Milliseconds; nothing is signed for its request afterwards. */
  expiresAt?: number | undefined
  onBack: () => void
  onDone: (outcome: Outcome) => void
}

export type ReviewProps = AnyReviewProps & {
  transaction: SafeTransaction
  /** What the gateway says of it; undefined for what is new. */
  proposal: Proposal | undefined
  nonce: NonceChoice | undefined
  /** How it can wait in the draft batch; undefined where that makes no sense. */
  batch?: BatchChoice | undefined
  /** Names that its addresses were entered by. */
  names?: readonly PinnedName[] | undefined
  /** What it marks as signed. */
  message?: MessageContent
  /** Back to the form with another address; undefined: no form has it. */
  onUseInstead?: ((swap: AddressSwap) => void) | undefined
  note: string
  onNote: (note: string) => void
}

export type MessageReviewProps = AnyReviewProps & {
  content: MessageContent
  /** What the gateway says of it; undefined for what is new. */
  proposal: Message | undefined
  /** Where the way out leads: to the form, or out of the flow. */
  backTitle: 'Back' | 'Close'
}

/** What the end of any review is given. */
export type SealProps = AnyReviewProps & {
  signable: Signable
  hash: Hex
  /** What it is about, in very few words. */
  summary: string
  /** What the gateway says of it; undefined for what is new. */
  claim: Claim | undefined
  check: SignableCheck | undefined
  contracts?: ContractFacts[] | undefined
  /** Undefined until the rules have been applied. */
  findings: readonly (Finding | MessageFinding)[] | undefined
  /** Why the check or the rules were tried in vain. */
  failure?: Error | null
  names?: readonly PinnedName[] | undefined
  /** A name stands for something else by now. */
  hasMovedNames?: boolean
  nonceError?: string | undefined
  batch?: BatchChoice | undefined
  note?: string
  /** What a transaction marks as signed. */
  marks?: MessageContent | undefined
  nameOf: NameOf
  backTitle: 'Back' | 'Close'
  /** Other ways to say yes. */
  children?: ReactNode
}

/** What other ways to say yes are given. */
export type OtherWaysProps = Omit<ReviewProps, 'transaction'> & {
  signable: Signable<'transaction'>
  hash: Hex
  check: SignableCheck | undefined
  nameOf: NameOf
}
