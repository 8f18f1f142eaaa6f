import type { Address } from 'viem'
import { type Contact, findContact } from '../../preferences/addressBook.js'

type Place = { chainId: number; address: Address }

export type FindName = (place: Place) => string | undefined

/** The reader's own names first, then those of the demo world. */
export function createFindName({
  contacts,
  demoSafes,
}: {
  contacts: readonly Contact[]
  demoSafes: readonly (Place & { name: string })[]
}): FindName {
  return (place) =>
    findContact(contacts, place)?.name ??
    demoSafes.find(
      ({ chainId, address }) =>
        chainId === place.chainId && address === place.address,
    )?.name
}
