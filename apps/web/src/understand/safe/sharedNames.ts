import type { NameChange } from '@covault/protocol'
import type { Address } from 'viem'
import { toForeignText } from '../../lib/foreignText.js'
import type { CheckedNameSet } from './nameSets.js'
import type { SharedName } from './names.js'

/** What owners call addresses now; later sets count more than earlier ones. */
export function listSharedNames(sets: readonly CheckedNameSet[]): SharedName[] {
  const names = new Map<string, SharedName>()
  for (const { author, time, changes, isByOwner } of sets)
    for (const change of isByOwner ? changes : []) {
      const { chainId, address } = change
      const key = `${chainId}:${address}`
      const name = toForeignText(change.name, 200)
      names.delete(key)
      if (name) names.set(key, { chainId, address, name, author, time })
    }
  return [...names.values()]
}

export type NameHistoryItem = {
  /** From 1. */
  sequence: number
  author: Address
  time: number
  /** False: not read as a name here. */
  isByOwner: boolean
  changes: (NameChange & { before: string | undefined })[]
}

/** What each set changed, newest first. */
export function listNameHistory(
  sets: readonly CheckedNameSet[],
): NameHistoryItem[] {
  const names = new Map<string, string>()
  return sets
    .map(({ author, time, changes, isByOwner }, at) => ({
      ...{ sequence: at + 1, author, time, isByOwner },
      changes: changes.map((change) => {
        const key = `${change.chainId}:${change.address}`
        const before = names.get(key)
        const name = toForeignText(change.name, 200)
        if (isByOwner) names.set(key, name)
        return { ...change, name, before: before || undefined }
      }),
    }))
    .reverse()
}

/** Names by owners who left before this browser saw them, and nobody since. */
export function listLeftOut(sets: readonly CheckedNameSet[]): SharedName[] {
  const all = listSharedNames(sets.map((set) => ({ ...set, isByOwner: true })))
  const counted = new Set(listSharedNames(sets).map(toKey))
  return all.filter((name) => !counted.has(toKey(name)))
}

function toKey({ chainId, address, name }: NameChange): string {
  return `${chainId}:${address}:${name}`
}
