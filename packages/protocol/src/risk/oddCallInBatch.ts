import { erc20ApproveMethod } from '../calldata/erc20.js'
import { multiSendMethod } from '../multiSend.js'
import { isUnlimited, readGrant } from './grant.js'
import type { Match, RiskCall, RiskRule } from './riskRule.js'
import { isPlainTransfer } from './transfer.js'

/** Fewer show no habit that one of them could break. */
const smallestBatch = 4

export const oddCallInBatch: RiskRule<'odd-call-in-batch'> = {
  id: 'odd-call-in-batch',
  find(call) {
    const legs = listLegs(call)
    if (legs.length < smallestBatch) return undefined
    return findOdd(legs).map((odd) => describe(odd, legs))
  },
}

/** Wrapping each of them into a batch of its own must not make them alike. */
function listLegs({ children }: RiskCall): readonly RiskCall[] {
  return children.map(unwrap)
}

function isBatchOfOne({ selector, children }: RiskCall): boolean {
  return selector === multiSendMethod.selector && children.length === 1
}

function unwrap(call: RiskCall): RiskCall {
  const [only] = call.children
  return isBatchOfOne(call) && only ? unwrap(only) : call
}

function describe(
  odd: RiskCall,
  legs: readonly RiskCall[],
): Match<'odd-call-in-batch'> {
  const index = legs.indexOf(odd)
  const count = legs.length
  return {
    severity: 'warning',
    path: odd.node.path,
    sentence: `Call ${index + 1} of the ${count} in this batch, to ${odd.to}, is of another kind than most others. Look at it on its own: one call among many is easily missed.`,
  }
}

/**
 * Those that are left when all others are alike. A few of them are odd as
 * well: a second one must not make the first inconspicuous.
 */
function findOdd(children: readonly RiskCall[]): readonly RiskCall[] {
  const counts = new Map<string, number>()
  const kinds = children.map(getKind)
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const [habit] = [...counts].toSorted(([, a], [, b]) => b - a)
  if (habit === undefined) return []
  const odd = children.filter((_, index) => kinds[index] !== habit[0])
  if (odd.length * 4 > children.length) return []
  return habit[0] === plain
    ? odd.filter((child) => !isSmallApproval(child))
    : odd
}

const plain = 'transfer'

/** Transfers are alike whatever they move; others by target and selector. */
function getKind(call: RiskCall): string {
  if (isPlainTransfer(call)) return plain
  const { node, to, selector } = call
  return `${node.operation} ${to} ${selector ?? node.data}`
}

/**
 * Beside payments as usual as a payment. Only `approve` itself: what raises an
 * allowance is rarely met, other than in thefts.
 */
function isSmallApproval(call: RiskCall): boolean {
  if (call.selector !== erc20ApproveMethod.selector) return false
  const grant = readGrant(call)
  return grant !== undefined && !isUnlimited(grant) && call.node.value === 0n
}
