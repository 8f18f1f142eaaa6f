import type { SafeDomain, SafeTransaction } from '../../safeTransaction.js'
import type { RiskFacts } from '../riskFacts.js'
import type { RiskId } from '../rules.js'
import type { RiskSeverity } from '../severity.js'

export type ExpectedFinding = {
  id: RiskId
  severity: RiskSeverity
  /**
   * The call in the tree: [] the transaction's own call, [i] leg i of a batch,
   * [0] the call inside execTransaction. Absent where two places are as good.
   */
  path?: number[]
}

/**
 * One labelled transaction. `expected` is complete: a finding that is missing
 * is a miss, one beyond it a false alarm; their order means nothing.
 *
 * How the labels read the table of rules:
 * - One finding per id and call; a batch raises each finding at its own leg.
 * - A recipient is the target of a call with value, or the `to` of a token or
 *   NFT transfer. Spenders, new owners and the refund receiver are not, but
 *   spenders and new owners may be look-alikes.
 * - Known addresses are the known recipients, the owners and the safe. A look-
 *   alike of one is a first-time recipient as well; an exact match is neither.
 * - "The safe itself" is the safe that makes the call: inside execTransaction
 *   of a nested safe, that one. The 1.5.0 MultiSend contracts read a leg to the
 *   zero address as a leg to the safe.
 * - The kind 'contract' says only that there is code; it contradicts nothing.
 * - An unknown selector is an unknown call, not a partly decoded one. A known
 *   one whose arguments do not re-encode to the same bytes is partly decoded.
 * - A DAI permit is a permit, and an unlimited approval when `allowed` is true.
 */
export type RiskCase = {
  name: string
  story: string
  domain: SafeDomain
  transaction: SafeTransaction
  facts: RiskFacts
  expected: ExpectedFinding[]
  /** Findings that the case comes close to and must not raise. */
  nearMiss: RiskId[]
}

export function finding(
  id: RiskId,
  severity: RiskSeverity,
  path?: number[],
): ExpectedFinding {
  return path ? { id, severity, path } : { id, severity }
}
