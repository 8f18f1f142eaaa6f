import type { Hex } from 'viem'
import type { KeptMessageSignature } from './keptWork.js'

/** What came of the review of a message. */
export type MessageOutcome =
  /** The gateway has the signature. */
  | { kind: 'signed'; messageHash: Hex; missing: number }
  /** The host of this page has it, and its owners sign there. */
  | { kind: 'hosted'; messageHash: Hex }
  /** Signed, but the gateway did not take it: it is kept here. */
  | { kind: 'kept'; kept: KeptMessageSignature; error: unknown }
