import type { Address, Hex } from 'viem'
import { encodeMethod } from './abi/method.js'
import {
  addOwnerWithThresholdMethod,
  changeThresholdMethod,
  removeOwnerMethod,
  swapOwnerMethod,
} from './calldata/owners.js'
import { BaseError } from './errors.js'
import { nouns, writeCount } from './language.js'
import { addressWord, UintOutOfRangeError } from './word.js'

/** One call of `OwnerManager`, made by the safe to itself. */
export type OwnerChange =
  | { kind: 'addOwner'; owner: Address; threshold: number }
  | {
      kind: 'removeOwner'
      prevOwner: Address
      owner: Address
      threshold: number
    }
  | {
      kind: 'swapOwner'
      prevOwner: Address
      oldOwner: Address
      newOwner: Address
    }
  | { kind: 'changeThreshold'; threshold: number }

export type OwnerSet = { owners: readonly Address[]; threshold: number }

const zero = '0x0000000000000000000000000000000000000000'
/** Head and end of the contract's linked list of owners. */
const sentinel = '0x0000000000000000000000000000000000000001'
const reserved: readonly Address[] = [zero, sentinel]

/**
 * The shortest list of calls from one owner set to another. `current.owners`
 * must be in the order of `getOwners()`, because each call names the owner
 * before the one it changes; the order of the wanted owners does not matter.
 *
 * A removal and an addition are one swap. The new threshold travels with the
 * first removal or the last addition: then it never exceeds the owner count.
 */
export function planOwnerChanges({
  safe,
  current,
  wanted,
}: {
  safe: Address
  current: OwnerSet
  wanted: OwnerSet
}): OwnerChange[] {
  // Before 1.3.0 a safe could be its own owner; it can still be removed.
  assertOwnerSet(current, reserved)
  assertOwnerSet(wanted, [...reserved, safe])
  const removed = without(current.owners, wanted.owners)
  const added = without(wanted.owners, current.owners)
  const replaced = replaceOwners({ current, removed, added, wanted })
  const appended = added
    .slice(removed.length)
    .map((owner, index, { length }) => ({
      kind: 'addOwner' as const,
      owner,
      threshold: index === length - 1 ? wanted.threshold : current.threshold,
    }))
  const changes = [...replaced, ...appended]
  if (removed.length !== added.length || current.threshold === wanted.threshold)
    return changes
  return [...changes, { kind: 'changeThreshold', threshold: wanted.threshold }]
}

/** Calldata for the safe to send to itself. */
export function encodeOwnerChange(change: OwnerChange): Hex {
  switch (change.kind) {
    case 'addOwner':
      return encodeMethod(addOwnerWithThresholdMethod, withCount(change))
    case 'removeOwner':
      return encodeMethod(removeOwnerMethod, withCount(change))
    case 'swapOwner':
      return encodeMethod(swapOwnerMethod, change)
    case 'changeThreshold':
      return encodeMethod(changeThresholdMethod, withCount(change))
  }
}

/** Swaps as long as there are new owners, then removes; keeps the list. */
function replaceOwners({
  current,
  removed,
  added,
  wanted,
}: {
  current: OwnerSet
  removed: readonly Address[]
  added: readonly Address[]
  wanted: OwnerSet
}): OwnerChange[] {
  const list = [...current.owners]
  return removed.map((owner, index) => {
    const position = list.indexOf(owner)
    const prevOwner = list[position - 1] ?? sentinel
    const newOwner = added[index]
    if (newOwner === undefined) {
      list.splice(position, 1)
      const { threshold } = wanted
      return { kind: 'removeOwner', prevOwner, owner, threshold }
    }
    list[position] = newOwner
    return { kind: 'swapOwner', prevOwner, oldOwner: owner, newOwner }
  })
}

function without(
  owners: readonly Address[],
  others: readonly Address[],
): Address[] {
  const excluded = new Set(others.map(addressWord))
  return owners.filter((owner) => !excluded.has(addressWord(owner)))
}

/** What `OwnerManager` demands: GS201, GS202, GS203, GS204. */
function assertOwnerSet(
  { owners, threshold }: OwnerSet,
  forbidden: readonly Address[],
): void {
  const seen = new Set(forbidden.map(addressWord))
  for (const owner of owners) {
    const word = addressWord(owner)
    if (seen.has(word)) throw new InvalidOwnerError({ owner })
    seen.add(word)
  }
  const count = owners.length
  if (!Number.isInteger(threshold) || threshold < 1 || threshold > count)
    throw new InvalidThresholdError({ threshold, count })
}

/** The contract counts in uint256. */
function withCount<change extends { threshold: number }>(
  change: change,
): Omit<change, 'threshold'> & { threshold: bigint } {
  const { threshold } = change
  if (!Number.isSafeInteger(threshold) || threshold < 0)
    throw new UintOutOfRangeError({ value: threshold })
  return { ...change, threshold: BigInt(threshold) }
}

export class InvalidOwnerError extends BaseError {
  override name = 'InvalidOwnerError'

  constructor({ owner }: { owner: Address }) {
    super(
      `${owner} cannot be an owner, because it is listed twice, is the safe itself or is reserved. Choose another address.`,
    )
  }
}

export class InvalidThresholdError extends BaseError {
  override name = 'InvalidThresholdError'

  constructor({ threshold, count }: { threshold: number; count: number }) {
    super(
      `A threshold of ${threshold} is not possible with ${writeCount(count, nouns.owner)}.`,
    )
  }
}
