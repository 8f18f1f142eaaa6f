import type { Address } from 'viem'
import {
  addOwnerWithThresholdMethod,
  changeThresholdMethod,
  removeOwnerMethod,
  swapOwnerMethod,
} from '../calldata/owners.js'
import { isSameAddress } from './address.js'
import { readArguments } from './readArguments.js'
import { listRiskCalls } from './riskCalls.js'
import type { Review, RiskCall } from './riskRule.js'
import { verbs } from './verbs.js'

/** One call that changes who decides over a safe. */
export type OwnerChange = {
  readonly safe: Address
  readonly path: readonly number[]
  readonly newcomer: Address | undefined
  readonly removed: Address | undefined
  /** Undefined: it stays as it is. */
  readonly threshold: bigint | undefined
}

/**
 * What a transaction changes of each safe, and who decides when all of it is
 * done: single calls of a batch do not tell.
 */
export function listOwnerChanges(
  root: RiskCall,
  review: Review,
): readonly { changes: readonly OwnerChange[]; outcome: OwnerOutcome }[] {
  const all = listRiskCalls(root).flatMap(readChange)
  return listOnce(all.map(({ safe }) => safe)).map((safe) => {
    const changes = all.filter((change) => isSameAddress(change.safe, safe))
    return { changes, outcome: foresee(changes, { safe, review }) }
  })
}

/** Who decides afterwards. */
export type OwnerOutcome = {
  /** Those who are added and not removed again. */
  readonly newcomers: readonly Address[]
  /** Some owner goes whom nobody replaces in the same call. */
  readonly hasRemoval: boolean
  /** Undefined: not known here. */
  readonly threshold: bigint | undefined
  /** Nobody can be missing any more, and somebody could before. */
  readonly losesSpare: boolean
  /** Why a change is not ordinary, even among those who are known. */
  readonly doubt: string | undefined
}

function foresee(
  changes: readonly OwnerChange[],
  { safe, review }: { safe: Address; review: Review },
): OwnerOutcome {
  const { facts, tense } = review
  const before = facts.getThreshold(safe)
  const threshold =
    changes.findLast((change) => change.threshold !== undefined)?.threshold ??
    before
  const newcomers = listNewcomers(changes)
  const count = facts.getOwnerCount(safe)
  const losesSpare =
    // How many there were before is not known any more.
    tense === 'planned' &&
    count !== undefined &&
    before !== undefined &&
    before < BigInt(count) &&
    threshold !== undefined &&
    threshold >= BigInt(count + countMore(changes))
  return {
    newcomers,
    hasRemoval: changes.some(({ removed, newcomer }) => removed && !newcomer),
    threshold,
    losesSpare,
    doubt: findDoubt({ newcomers, threshold }, review),
  }
}

/**
 * Each call, not each address: an owner may be removed, added and removed
 * again, and a call that changes nothing reverts.
 */
function countMore(changes: readonly OwnerChange[]): number {
  const added = changes.filter(({ newcomer }) => newcomer)
  const removed = changes.filter((change) => change.removed)
  return added.length - removed.length
}

function listNewcomers(changes: readonly OwnerChange[]): readonly Address[] {
  return changes.reduce<readonly Address[]>((before, change) => {
    const { newcomer, removed } = change
    const left = before.filter(
      (one) => !removed || !isSameAddress(one, removed),
    )
    return newcomer ? listOnce([...left, newcomer]) : left
  }, [])
}

function findDoubt(
  { newcomers, threshold }: Pick<OwnerOutcome, 'newcomers' | 'threshold'>,
  { tense }: Review,
): string | undefined {
  if (newcomers.length === 0) return undefined
  if (threshold === undefined)
    return 'The number of signatures that safe requires is not known.'
  return BigInt(newcomers.length) >= threshold
    ? `The new owners ${verbs.willAllBeAble[tense]} decide without any other owner.`
    : undefined
}

function listOnce(addresses: readonly Address[]): readonly Address[] {
  const once = new Map(addresses.map((one) => [one.toLowerCase(), one]))
  return [...once.values()]
}

function readChange(call: RiskCall): readonly OwnerChange[] {
  const safe = call.from
  if (!isSameAddress(safe, call.to)) return []
  const change = {
    safe,
    path: call.node.path,
    newcomer: undefined,
    removed: undefined,
    threshold: undefined,
  }
  const added = readArguments(call, addOwnerWithThresholdMethod)
  if (added)
    return [{ ...change, newcomer: added.owner, threshold: added.threshold }]
  const removed = readArguments(call, removeOwnerMethod)
  if (removed)
    return [{ ...change, removed: removed.owner, threshold: removed.threshold }]
  const swapped = readArguments(call, swapOwnerMethod)
  if (swapped)
    return [
      { ...change, newcomer: swapped.newOwner, removed: swapped.oldOwner },
    ]
  const changed = readArguments(call, changeThresholdMethod)
  return changed ? [{ ...change, threshold: changed.threshold }] : []
}
