import type {
  Finding,
  MessageContent,
  SafeDomain,
  SafeTransaction,
} from '@covault/protocol'
import type { Hex } from 'viem'
import type { AppIdentity } from '../../apps/requestDesk.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import type { ContractFacts } from '../../trust/contracts.js'
import type {
  NonceReading,
  RecommendedNonce,
} from '../../understand/safe/nonce.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import type { Proposal } from '../act/check.js'
import type { Outcome } from '../act/outcome.js'
import type { PinnedName } from './pinned.js'

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

export type ReviewProps = {
  place: SafePlace
  transaction: SafeTransaction
  /** What the gateway says of it; undefined for what is new. */
  proposal: Proposal | undefined
  nonce: NonceChoice | undefined
  /** How it can wait in the draft batch; undefined where that makes no sense. */
  batch?: BatchChoice | undefined
  /** Names that its addresses were entered by. */
  names?: readonly PinnedName[] | undefined
  /** The app that asks for it. */
  app?: AppIdentity | undefined
  /** Milliseconds; nothing is signed for its request afterwards. */
  expiresAt?: number | undefined
  /** What it marks as signed. */
  message?: MessageContent
  note: string
  onNote: (note: string) => void
  onBack: () => void
  onDone: (outcome: Outcome) => void
}

export type SealBlockProps = ReviewProps & {
  domain: SafeDomain
  hash: Hex
  /** What it is about, in very few words. */
  summary: string
  check: SignableCheck | undefined
  contracts: ContractFacts[] | undefined
  /** Undefined until the rules have been applied. */
  findings: readonly Finding[] | undefined
  /** A name stands for something else by now. */
  hasMovedNames: boolean
  nameOf: NameOf
}
