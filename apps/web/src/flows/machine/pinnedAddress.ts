import { BaseError } from '@covault/protocol'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { readAddressText } from '../../lib/readAddressText.js'
import { storedAddress } from '../../preferences/schemas.js'
import { resolveName } from '../../trust/ens.js'
import type { PinnedName } from '../review/pinned.js'
import type { Snapshot } from './flow.js'

/** A field for an address, as a draft keeps it. */
export const pinnedAddress = z.object({
  /** As it was typed. */
  text: z.string().check(z.maxLength(2000)),
  /** What the text stood for when the review was asked for. */
  address: z.nullable(storedAddress),
  /** The name that the chain resolved to it, if it was one. */
  resolvedName: z.nullable(z.string()),
})
export type PinnedAddress = z.output<typeof pinnedAddress>

/** What another text stood for does not count for this one. */
export function writeAddress(text: string): PinnedAddress {
  return { text, address: null, resolvedName: null }
}

/** The name that it is known by, for the review to ask again. */
export function listName({
  address,
  resolvedName,
}: PinnedAddress): PinnedName[] {
  return address && resolvedName ? [{ name: resolvedName, address }] : []
}

/** The address that was reviewed, while its name still stands for it. */
export async function readPinnedAddress(
  { text, address, resolvedName: name }: PinnedAddress,
  { chain, client }: Pick<Snapshot, 'chain' | 'client'>,
): Promise<Address> {
  const read = readAddressText(text, chain)
  if (read.status === 'address') return read.address
  if (address === null) throw new AddressNotReadError({ text })
  if (name === null) return address
  const after = await resolveName(client, { chain, name })
  if (after === address) return address
  throw new PinnedNameMovedError({ name, before: address, after })
}

export class AddressNotReadError extends BaseError {
  constructor({ text }: { text: string }) {
    super(
      `The name “${text}” hasn’t been resolved yet. Go back and enter it again.`,
    )
  }
}

export class PinnedNameMovedError extends BaseError {
  constructor(facts: { name: string; before: Address; after: Address }) {
    const { name, before, after } = facts
    super(
      `The name ${name} resolved to ${before} when you entered it, and now resolves to ${after}. Ask its owner for the right address, and enter that address.`,
    )
  }
}
