import type { Address } from 'viem'
import { erc20ApproveMethod } from '../calldata/erc20.js'
import { writeNumber } from '../language.js'
import { multiSendMethod } from '../multiSend.js'
import { isUnlimited, readGrant } from './grant.js'
import { defineRule, type Match, type RiskCall } from './riskRule.js'
import { isPlainTransfer } from './transfer.js'

/** Fewer show no habit that one of them could break. */
const smallestBatch = 4

export const oddCallInBatch = /*#__PURE__*/ defineRule({
  id: 'odd-call-in-batch',
  severities: ['warning'],
  words: {
    title: 'Unusual call in a batch',
    when: 'Most calls in a batch are of one kind, and a few are of another.',
    why: 'Attacks hide where few people look, such as call 57 of 60.',
    remedy: 'Look at that call on its own.',
    many: { one: 'unusual call in a batch', other: 'unusual calls in a batch' },
  },
  find(call) {
    const legs = listLegs(call)
    if (legs.length < smallestBatch) return undefined
    return findOdd(legs).map((odd) => describe(odd, legs))
  },
})

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

function describe(odd: RiskCall, legs: readonly RiskCall[]): Match<'warning'> {
  const index = legs.indexOf(odd)
  const count = legs.length
  return {
    severity: 'warning',
    path: odd.node.path,
    sentence: `Call ${writeNumber(index + 1)} of ${writeNumber(count)} in this batch, to ${odd.to}, is of a different kind than most others.`,
    advice: 'Look at this call on its own.',
    subjects: [odd.to],
  }
}

/**
 * Those that are left when most others are alike. A few of them are odd as
 * well: a decoy or two must not make the one that matters inconspicuous.
 */
function findOdd(children: readonly RiskCall[]): readonly RiskCall[] {
  const counts = new Map<string, number>()
  const kinds = children.map(getKind)
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const [habit] = [...counts].toSorted(([, a], [, b]) => b - a)
  if (habit === undefined) return []
  const odd = children.filter((_, index) => kinds[index] !== habit[0])
  if (!isMinority(odd.length, children.length)) return []
  if (habit[0] !== plain) return odd
  const allowed = new Set(odd.filter(isSmallApproval).flatMap(listAllowed))
  return odd.filter((child) => !isSmallApproval(child) && !uses(child, allowed))
}

const plain = 'transfer'

/** The attacked batch is seldom long, and decoys cost nothing. */
function isMinority(odd: number, all: number): boolean {
  return odd * 4 <= all || (odd <= 3 && odd * 2 < all)
}

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

function listAllowed(approval: RiskCall): readonly string[] {
  const { grantee, amount = 0n } = readGrant(approval) ?? {}
  return grantee && amount > 0n ? [toKey(grantee, amount)] : []
}

/** The spender is told in the same batch to take what it was allowed. */
function uses({ node, to }: RiskCall, allowed: ReadonlySet<string>): boolean {
  if (allowed.size === 0) return false
  const words = node.data.slice(10).match(/.{64}/g) ?? []
  return words.some((word) => allowed.has(toKey(to, BigInt(`0x${word}`))))
}

function toKey(spender: Address, amount: bigint): string {
  return `${spender.toLowerCase()} ${amount}`
}
