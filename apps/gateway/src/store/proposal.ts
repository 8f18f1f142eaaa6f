import type { Address, Hex } from 'viem'
import type { TransactionFields } from './chainRows.js'
import type { NewConfirmation } from './confirmations.js'
import type { Unsigned } from './unsigned.js'

/** Who answers for a proposal, and what they say of it. */
export type Claim = {
  proposer: Address
  proposedByDelegate: Address | null
  origin: string | null
  note: string | null
}

export type NewProposal = {
  chainId: number
  safe: Address
  safeTxHash: Hex
  fields: TransactionFields
  /** Null when nobody proves to be the one who proposes it. */
  claim: Claim | null
  /** The proof is a signature that nobody else has seen, or a session. */
  isProvenAnew: boolean
  /** Null when somebody who may has signed it: then it is trusted. */
  unsigned: Unsigned | null
  confirmations: readonly NewConfirmation[]
}

/** What is there of it already. */
export type Known = {
  trusted: boolean
  /** Proposed here, and still to be signed. */
  proposed: boolean
  claimed: boolean
  vouchedBy: Buffer | null
}
