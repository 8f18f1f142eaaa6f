import type { Address, Hex } from 'viem'
import type { CallNode } from '../callTree.js'
import type { Plural } from '../language.js'
import type { SafeDomain, SafeTransaction } from '../safeTransaction.js'
import type { Tense, Words } from '../tell/telling.js'
import type { FactIndex } from './factIndex.js'
import type { FindingDetails } from './findingDetails.js'
import type { RiskSeverity } from './severity.js'

/** One thing to look for, in every call of the tree on its own. */
export type RiskRule<
  id extends string = string,
  severity extends RiskSeverity = RiskSeverity,
> = {
  readonly id: id
  /** Those its findings may have. */
  readonly severities: readonly severity[]
  readonly words: RuleWords
  readonly find: (
    call: RiskCall,
    review: Review,
  ) => Match<severity> | readonly Match<severity>[] | undefined
}

/** What a rule is about, for somebody who has a minute. */
export type RuleWords = {
  readonly title: string
  /** What makes the rule speak. */
  readonly when: string
  /** What happened to others, or could happen here. */
  readonly why: string
  /** What to do about it. */
  readonly remedy: string
  /** Several of its findings, counted. */
  readonly many: Plural
}

/** What is grave says what will come of it. */
export type Match<severity extends RiskSeverity> = severity extends
  | 'danger'
  | 'block'
  ? Found<severity> & { readonly consequence: Words }
  : Found<severity>

type Found<severity extends RiskSeverity> = FindingDetails & {
  readonly severity: severity
  /** What to do about it, for those who can still decide. */
  readonly advice?: string
  /** Where it is about another call than the one looked at. */
  readonly path?: readonly number[]
}

/** Holds the findings of a rule to the severities it names. */
// @__NO_SIDE_EFFECTS__
export function defineRule<
  const id extends string,
  const severity extends RiskSeverity,
>(
  rule: Omit<RiskRule<id, severity>, 'find'> &
    Pick<RiskRule<id, NoInfer<severity>>, 'find'>,
): RiskRule<id, severity> {
  return rule
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
  /** Whether it has been executed. */
  readonly tense: Tense
}
