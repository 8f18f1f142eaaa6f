import {
  BaseError,
  type Call,
  encodeOwnerChange,
  type OwnerSet,
} from '@covault/protocol'
import type { Address } from 'viem'
import { choosePlural, listWords } from '../../lib/formatCount.js'
import type { Snapshot } from '../machine/flow.js'
import { readPinnedAddress } from '../machine/pinnedAddress.js'
import { planSigners } from './planSigners.js'
import { getPresent, type SignersInput, takesOwner } from './signersInput.js'

/** The fewest calls from the owners of the snapshot to the wanted ones. */
export async function buildOwnerCalls(
  input: SignersInput,
  { address, safe, chain, client }: Snapshot,
): Promise<readonly Call[]> {
  const change = compareOwnerSets(getPresent(input), safe)
  if (change) throw new OwnersMovedError({ change })
  const addresses = await Promise.all(
    input.rows.map((row) =>
      takesOwner(row) ? readPinnedAddress(row, { chain, client }) : null,
    ),
  )
  const changes = planSigners(input, {
    safe: address,
    present: safe,
    addresses,
  })
  if (changes.length === 0) throw new NothingChangesError()
  return changes.map((one) => ({
    to: address,
    value: 0n,
    data: encodeOwnerChange(one),
    operation: 0,
  }))
}

/** What differs, in words; undefined if nothing but the order does. */
export function compareOwnerSets(
  before: OwnerSet,
  after: OwnerSet,
): string | undefined {
  const gone = before.owners.filter((owner) => !after.owners.includes(owner))
  const come = after.owners.filter((owner) => !before.owners.includes(owner))
  const parts = [
    come.length > 0 && `${listWords(come)} became ${nameRole(come)}`,
    gone.length > 0 &&
      `${listWords(gone)} ${choosePlural(gone.length, { one: 'is', other: 'are' })} no longer ${nameRole(gone)}`,
    before.threshold !== after.threshold &&
      `the threshold is ${after.threshold} instead of ${before.threshold}`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join('; ') : undefined
}

function nameRole({ length }: readonly Address[]): string {
  return choosePlural(length, { one: 'an owner', other: 'owners' })
}

export class OwnersMovedError extends BaseError {
  constructor({ change }: { change: string }) {
    super(
      `The safe has changed since you started: ${change}. Go back and start from the current owners.`,
    )
  }
}

export class NothingChangesError extends BaseError {
  constructor() {
    super('The safe already has these owners and this threshold.')
  }
}
