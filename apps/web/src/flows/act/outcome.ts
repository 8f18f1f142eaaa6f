import type { Address, Hex } from 'viem'
import type { SentExecution } from '../../preferences/sentExecutions.js'
import type { SignableKind } from '../../trust/signable.js'
import type { Kept } from './keptWork.js'

/** What came of a review. */
export type Outcome =
  /** The gateway has the signature. */
  | { kind: 'signed'; of: SignableKind; hash: Hex; missing: number }
  /** The gateway has it from a proposer; no owner has signed yet. */
  | { kind: 'proposed'; safeTxHash: Hex }
  /** The gateway keeps it for the members of the safe; nobody has signed. */
  | { kind: 'drafted'; safeTxHash: Hex }
  /** The gateway has it, and a safe among the owners is to sign next. */
  | { kind: 'handed'; safeTxHash: Hex; to: Address }
  /**
   * The host of this page has it, and its owners are to sign there. Of a
   * transaction that marks a message as signed it does not tell the hash.
   */
  | { kind: 'hosted'; of: SignableKind; hash: Hex | undefined }
  /** Signed, but the gateway did not take it: it is kept here. */
  | { kind: 'kept'; kept: Kept; error: unknown }
  /** Handed to the network. */
  | { kind: 'sent'; sent: SentExecution }
  /** Put into the draft batch, which holds so many calls then. */
  | { kind: 'batched'; count: number }
