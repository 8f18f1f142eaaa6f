import type { CallTree } from '../callTree.js'
import { BaseError } from '../errors.js'
import type { SafeDomain, SafeTransaction } from '../safeTransaction.js'
import type { Tense } from '../tell/telling.js'
import { isSameAddress } from './address.js'
import { indexFacts } from './factIndex.js'
import type { Finding } from './finding.js'
import { listRiskCalls, readCutOffCall, toRiskCall } from './riskCalls.js'
import type { RiskFacts } from './riskFacts.js'
import type { Review, RiskCall } from './riskRule.js'
import { type RiskId, riskRules } from './rules.js'
import { compareSeverity } from './severity.js'

export type FindRisksParameters = {
  domain: SafeDomain
  transaction: SafeTransaction
  /** What decodeCall makes of the transaction's own call. */
  tree: CallTree
  facts: RiskFacts
  /** What was executed is told as past, without advice. */
  tense?: Tense
}

/**
 * What owners ought to know before they sign, gravest first. One finding per
 * rule and call; where a rule finds two of them, the graver is kept.
 */
export function findRisks({
  domain,
  transaction,
  tree,
  facts,
  tense = 'planned',
}: FindRisksParameters): Finding<RiskId>[] {
  assertSameCall(transaction, tree)
  assertSameSafe(domain, facts)
  const index = indexFacts(domain, facts)
  const review = { domain, transaction, facts: index, tense }
  const root = toRiskCall(tree.root, { from: domain.safe, cutOff: false })
  const findings = listRiskCalls(root).flatMap((call) => [
    ...applyRules(call, review),
    ...applyRulesToCutOff(call, review),
  ])
  return keepGravest(findings)
}

function applyRules(call: RiskCall, review: Review): Finding<RiskId>[] {
  return riskRules.flatMap(({ id, words: { title, many }, find }) => {
    const found = find(call, review) ?? []
    const matches = 'severity' in found ? [found] : found
    const { path } = call.node
    return matches.map(({ advice, sentence, ...match }) => ({
      id,
      title,
      many,
      path,
      ...match,
      sentence:
        advice && review.tense === 'planned'
          ? `${sentence} ${advice}`
          : sentence,
    }))
  })
}

/**
 * Only what is grave: that the batch breaks off is a finding of its own. The
 * call has no place in the tree, so that the batch represents it.
 */
function applyRulesToCutOff(
  batch: RiskCall,
  review: Review,
): Finding<RiskId>[] {
  const root = readCutOffCall(batch)
  if (root === undefined) return []
  const { path } = batch.node
  return listRiskCalls(root)
    .flatMap((call) => applyRules(call, review))
    .filter(({ severity }) => severity === 'danger' || severity === 'block')
    .map((finding) => ({ ...finding, path }))
}

/** The sort is stable, so that the first of a place is its gravest. */
function keepGravest(findings: readonly Finding<RiskId>[]): Finding<RiskId>[] {
  const kept = new Map<string, Finding<RiskId>>()
  const sorted = findings.toSorted((a, b) =>
    compareSeverity(a.severity, b.severity),
  )
  for (const finding of sorted) {
    const place = `${finding.id} ${finding.path.join('.')}`
    if (!kept.has(place)) kept.set(place, finding)
  }
  return [...kept.values()]
}

function assertSameCall(transaction: SafeTransaction, { root }: CallTree) {
  const isSame =
    isSameAddress(transaction.to, root.to) &&
    transaction.value === root.value &&
    transaction.operation === root.operation &&
    transaction.data.toLowerCase() === root.data
  if (!isSame) throw new ForeignCallTreeError(transaction)
}

/** The version decides what is signed and which rules apply. */
function assertSameSafe(domain: SafeDomain, facts: RiskFacts) {
  const { address, chainId, version } = facts.safe
  const isSame =
    isSameAddress(domain.safe, address) &&
    domain.chainId === chainId &&
    domain.version === version
  if (!isSame) throw new ForeignRiskFactsError({ domain, facts })
}

export class ForeignCallTreeError extends BaseError {
  override name = 'ForeignCallTreeError'

  constructor({ to, nonce }: Pick<SafeTransaction, 'to' | 'nonce'>) {
    super(
      `The call tree belongs to another transaction than the one to ${to} with nonce ${nonce}.`,
    )
  }
}

export class ForeignRiskFactsError extends BaseError {
  override name = 'ForeignRiskFactsError'

  constructor({ domain, facts }: { domain: SafeDomain; facts: RiskFacts }) {
    const { address, chainId, version } = facts.safe
    super(
      `The facts are about the safe ${address} of version ${version} on chain ID ${chainId}, not about ${domain.safe} of version ${domain.version} on chain ID ${domain.chainId}.`,
    )
  }
}
