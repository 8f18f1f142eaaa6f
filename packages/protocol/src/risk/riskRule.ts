import type { Address, Hex } from 'viem'
import type { CallNode } from '../decodeCall.js'
import type { SafeDomain, SafeTransaction } from '../safeTransaction.js'
import type { FactIndex } from './factIndex.js'
import type { RiskId, riskSeverities } from './finding.js'

/** One thing to look for, in every call of the tree on its own. */
export type RiskRule<id extends RiskId = RiskId> = {
  readonly id: id
  readonly find: (
    call: RiskCall,
    review: Review,
  ) => Match<id> | readonly Match<id>[] | undefined
}

export type Match<id extends RiskId> = {
  readonly severity: (typeof riskSeverities)[id][number]
  readonly sentence: string
  /** Where it is about another call than the one looked at. */
  readonly path?: readonly number[]
}

/** A call of the tree, with what only its place tells. */
export type RiskCall = {
  readonly node: CallNode
  /** In whose name it is made: the safe, or one that the safe steers. */
  readonly from: Address
  /** Whom it reaches, which is not always what is written. */
  readonly to: Address
  /** The first four bytes, if there are that many. */
  readonly selector: Hex | undefined
  /** Read from an entry that a batch does not hold to its end. */
  readonly cutOff: boolean
  readonly children: readonly RiskCall[]
}

export type Review = {
  readonly domain: SafeDomain
  readonly transaction: SafeTransaction
  readonly facts: FactIndex
}
