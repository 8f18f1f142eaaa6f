import {
  type OwnerChange,
  type OwnerSet,
  planOwnerChanges,
} from '@covault/protocol'
import type { Address } from 'viem'
import { getWanted, type SignersInput } from './signersInput.js'

/**
 * The fewest calls from the present owners to the wanted ones. Anyone who the
 * form replaces is replaced by the one who was named for it; only what
 * remains is paired freely.
 */
export function planSigners(
  input: SignersInput,
  {
    safe,
    present,
    addresses,
  }: {
    safe: Address
    /** In the order of the chain. */
    present: OwnerSet
    /** What the texts of the rows mean. */
    addresses: readonly (Address | null | undefined)[]
  },
): OwnerChange[] {
  const replaced = new Map(
    input.rows.flatMap((row, index) => {
      const by = addresses[index]
      return row.kind === 'present' && row.fate === 'replaced' && by
        ? [[row.owner, by] as const]
        : []
    }),
  )
  const swapped = {
    owners: present.owners.map((owner) => replaced.get(owner) ?? owner),
    threshold: present.threshold,
  }
  const wanted = getWanted(input, addresses)
  // Old contracts let a safe own itself; then no set in between may have it.
  if (replaced.size === 0 || swapped.owners.includes(safe))
    return planOwnerChanges({ safe, current: present, wanted })
  return [
    ...planOwnerChanges({ safe, current: present, wanted: swapped }),
    ...planOwnerChanges({ safe, current: swapped, wanted }),
  ]
}
