import {
  BaseError,
  type Call,
  encodeOwnerChange,
  type OwnerSet,
} from '@covault/protocol'
import type { Address } from 'viem'
import { readAddressText } from '../../lib/readAddressText.js'
import { resolveName } from '../../trust/ens.js'
import type { Snapshot } from '../flow.js'
import { planSigners } from './planSigners.js'
import {
  getPresent,
  type SignerRow,
  type SignersInput,
  takesOwner,
} from './signersInput.js'

/** The fewest calls from the owners of the snapshot to the wanted ones. */
export async function buildOwnerCalls(
  input: SignersInput,
  { address, safe, chain, client }: Snapshot,
): Promise<readonly Call[]> {
  const change = compareOwnerSets(getPresent(input), safe)
  if (change) throw new OwnersMovedError({ change })
  const addresses = await Promise.all(
    input.rows.map((row) =>
      takesOwner(row) ? readOwner(row, { chain, client }) : null,
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

/** The address that was reviewed, while its name still stands for it. */
async function readOwner(
  { text, address, resolvedName: name }: SignerRow,
  { chain, client }: Pick<Snapshot, 'chain' | 'client'>,
): Promise<Address> {
  const read = readAddressText(text, chain)
  if (read.status === 'address') return read.address
  if (address === null) throw new OwnerNotReadError({ text })
  if (name === null) return address
  const after = await resolveName(client, { chain, name })
  if (after === address) return address
  throw new NameMovedError({ name, before: address, after })
}

/** What differs, in words; undefined if nothing but the order does. */
export function compareOwnerSets(
  before: OwnerSet,
  after: OwnerSet,
): string | undefined {
  const gone = before.owners.filter((owner) => !after.owners.includes(owner))
  const come = after.owners.filter((owner) => !before.owners.includes(owner))
  const parts = [
    come.length > 0 && `${come.join(' and ')} became ${nameRole(come)}`,
    gone.length > 0 &&
      `${gone.join(' and ')} ${gone.length > 1 ? 'are' : 'is'} no longer ${nameRole(gone)}`,
    before.threshold !== after.threshold &&
      `the threshold is ${after.threshold}, and was ${before.threshold}`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join('; ') : undefined
}

function nameRole({ length }: readonly Address[]): string {
  return length > 1 ? 'owners' : 'an owner'
}

export class OwnersMovedError extends BaseError {
  override name = 'OwnersMovedError'

  constructor({ change }: { change: string }) {
    super(
      `The safe has changed since this was begun: ${change}. Go back and start from the present owners.`,
    )
  }
}

export class OwnerNotReadError extends BaseError {
  override name = 'OwnerNotReadError'

  constructor({ text }: { text: string }) {
    super(
      `Nobody knows yet which address "${text}" stands for. Go back and enter it again.`,
    )
  }
}

export class NameMovedError extends BaseError {
  override name = 'NameMovedError'

  constructor(facts: { name: string; before: Address; after: Address }) {
    const { name, before, after } = facts
    super(
      `The name ${name} stood for ${before} when it was entered, and stands for ${after} now. Ask its owner which one is meant, and enter that address itself.`,
    )
  }
}

export class NothingChangesError extends BaseError {
  override name = 'NothingChangesError'

  constructor() {
    super('The safe has exactly these owners and this threshold already.')
  }
}
