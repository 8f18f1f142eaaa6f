import type { Address } from 'viem'
import { addressBook, mergeContacts } from '../../preferences/addressBook.js'
import { addKnownSafe } from '../../preferences/knownSafes.js'

/** Puts a safe among the known ones, and the names given into the book. */
export function rememberSafe({
  place,
  name,
  owners,
}: {
  place: { chainId: number; address: Address }
  name: string
  owners: readonly { address: Address; name: string }[]
}): void {
  const { chainId } = place
  const named = [{ ...place, name }, ...owners]
    .filter((contact) => contact.name.trim() !== '')
    .map((contact) => ({ ...contact, chainId }))
  addKnownSafe(place)
  if (named.length > 0)
    addressBook.write(mergeContacts(addressBook.read(), named))
}
