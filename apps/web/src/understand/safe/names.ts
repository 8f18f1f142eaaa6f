import type { Address } from 'viem'
import { type Contact, findContact } from '../../preferences/addressBook.js'

type Place = { chainId: number; address: Address }

export type FindName = (place: Place) => string | undefined

/** What an owner of the open safe calls an address, proven by a signature. */
export type SharedName = Place & {
  name: string
  author: Address
  /** In seconds since 1970, by the writer's clock. */
  time: number
}

/** In sentences and lists, where there is no room to say by whom. */
export function markShared({ name }: Pick<SharedName, 'name'>): string {
  return `${name} (shared)`
}

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
