import type { Address } from 'viem'
import {
  addOwnerWithThresholdMethod,
  changeThresholdMethod,
  removeOwnerMethod,
  swapOwnerMethod,
} from '../calldata/owners.js'
import { isSameAddress } from './address.js'
import type { FactIndex } from './factIndex.js'
import { readArguments } from './readArguments.js'
import { listRiskCalls } from './riskCalls.js'
import { defineRule, type Match, type RiskCall } from './riskRule.js'

/**
 * Judged once for the whole transaction: one new owner among several is
 * ordinary, as many as may decide without the others are not.
 */
export const ownerChange = /*#__PURE__*/ defineRule({
  id: 'owner-change',
  severities: ['info', 'warning'],
  words: {
    title: 'The owners change',
    when: 'An owner is added, removed or replaced. It is a warning if those who are new may then decide without the others, or if one of several owners is enough.',
    why: 'Owners decide over everything. A single wrong digit locks one out, or lets somebody in.',
    remedy: 'Check every digit with the owners over another channel.',
  },
  find(root, { facts }) {
    if (root.node.path.length > 0) return undefined
    const changes = listRiskCalls(root).flatMap((call) => readChange(call))
    const safes = new Set(changes.map(({ safe }) => safe))
    return [...safes].flatMap((safe) =>
      judge(
        changes.filter((change) => change.safe === safe),
        { safe, facts },
      ),
    )
  },
})

type Change = {
  readonly safe: Address
  readonly path: readonly number[]
  /** Undefined: only the threshold, which is another rule's. */
  readonly sentence: string | undefined
  readonly newcomer: Address | undefined
  readonly threshold: bigint | undefined
}

function judge(
  changes: readonly Change[],
  place: { safe: Address; facts: FactIndex },
): readonly Match<'info' | 'warning'>[] {
  const doubt = findDoubt(changes, place)
  return changes.flatMap(({ path, sentence }) =>
    sentence === undefined
      ? []
      : {
          path,
          severity: doubt ? 'warning' : 'info',
          sentence: [sentence, doubt, check].filter(Boolean).join(' '),
        },
  )
}

const check = 'Check every digit with the owners over another channel.'

function findDoubt(
  changes: readonly Change[],
  { safe, facts }: { safe: Address; facts: FactIndex },
): string | undefined {
  const threshold =
    changes.findLast((change) => change.threshold !== undefined)?.threshold ??
    facts.getThreshold(safe)
  const newcomers = new Set(
    changes.flatMap(({ newcomer }) => newcomer?.toLowerCase() ?? []),
  )
  if (newcomers.size > 0) {
    if (threshold === undefined)
      return 'How many owners have to confirm there is not known here.'
    return BigInt(newcomers.size) >= threshold
      ? 'Who is new in this transaction may then decide without any other owner.'
      : undefined
  }
  const left = facts.getOwnerCount(safe)
  const isAlone = left !== undefined && left - countRemoved(changes) <= 1
  return threshold === 1n && !isAlone
    ? 'Each of the remaining owners may then decide alone.'
    : undefined
}

/** Without newcomers, whoever changes owners removes them. */
function countRemoved(changes: readonly Change[]): number {
  return changes.filter(({ sentence }) => sentence !== undefined).length
}

function readChange(call: RiskCall): readonly Change[] {
  const safe = call.from
  if (!isSameAddress(safe, call.to)) return []
  const place = { safe, path: call.node.path }
  const added = readArguments(call, addOwnerWithThresholdMethod)
  if (added)
    return [
      {
        ...place,
        sentence: `${added.owner} becomes an owner of the safe ${safe}.`,
        newcomer: added.owner,
        threshold: added.threshold,
      },
    ]
  const removed = readArguments(call, removeOwnerMethod)
  if (removed)
    return [
      {
        ...place,
        sentence: `${removed.owner} is no longer an owner of the safe ${safe}.`,
        newcomer: undefined,
        threshold: removed.threshold,
      },
    ]
  const swapped = readArguments(call, swapOwnerMethod)
  if (swapped)
    return [
      {
        ...place,
        sentence: `${swapped.newOwner} becomes an owner of the safe ${safe} in the place of ${swapped.oldOwner}.`,
        newcomer: swapped.newOwner,
        threshold: undefined,
      },
    ]
  const changed = readArguments(call, changeThresholdMethod)
  if (!changed) return []
  const { threshold } = changed
  return [{ ...place, sentence: undefined, newcomer: undefined, threshold }]
}
