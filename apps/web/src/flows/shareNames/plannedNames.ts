import {
  isSharedName,
  longestSharedName,
  mostNameChanges,
  type NameChange,
} from '@covault/protocol'
import type { Contact } from '../../preferences/addressBook.js'

type Place = Pick<NameChange, 'chainId' | 'address'>

/** A name that may be shared, changed or taken away, as the form has it. */
export type PlannedName = NameChange & {
  /** What it is shared as now. */
  before: string | undefined
  isChosen: boolean
}

/**
 * The reader's own names that others do not see yet, and those that are shared
 * already. The safe's own comes first, and is chosen until it is shared: without
 * it the other owners see no name at all.
 */
export function planNames({
  own,
  shared,
  safe,
  only,
}: {
  own: readonly Contact[]
  shared: readonly NameChange[]
  safe: Place
  /** One address that all of it is about. */
  only?: string | undefined
}): { offered: PlannedName[]; present: PlannedName[] } {
  const byPlace = new Map(shared.map((one) => [toKey(one), one.name]))
  const offered = own
    .map((one) => ({ ...one, before: byPlace.get(toKey(one)) }))
    .filter(({ name, before }) => name !== before && isSharedName(name))
    .map((one) => ({
      ...one,
      isChosen: toKey(one) === toKey(safe) && one.before === undefined,
    }))
    .toSorted((one, other) => rank(one, safe) - rank(other, safe))
  const present = shared.map(({ chainId, address, name }) => ({
    ...{ chainId, address, name, before: name, isChosen: true },
  }))
  if (only === undefined) return { offered, present }
  return {
    offered: [],
    present: present.filter(({ address }) => address === only),
  }
}

function rank(one: Place, safe: Place): number {
  return toKey(one) === toKey(safe) ? 0 : 1
}

/** What of it changes anything. */
export function listPlanned(planned: readonly PlannedName[]): PlannedName[] {
  const byPlace = new Map(
    planned
      .filter(({ isChosen }) => isChosen)
      .map((one) => [toKey(one), { ...one, name: one.name.trim() }]),
  )
  return [...byPlace.values()].filter(
    ({ name, before }) => name !== (before ?? ''),
  )
}

/** Why it cannot be signed; undefined: nothing is wrong. */
export function findMistake(
  changes: readonly NameChange[],
): string | undefined {
  if (changes.length === 0) return 'Choose at least one name to continue.'
  if (changes.length > mostNameChanges)
    return `Share at most ${mostNameChanges} names at once.`
  const wrong = changes.find(({ name }) => !isSharedName(name))
  return (
    wrong && `“${wrong.name}” is longer than ${longestSharedName} characters.`
  )
}

export function toKey({ chainId, address }: Place): string {
  return `${chainId}:${address}`
}
