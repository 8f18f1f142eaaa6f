import type { Contact } from '../../preferences/addressBook.js'

type Chain = { chainId: number; shortName: string; name: string }

/** By name; every word of the query is in the name, address or network. */
export function searchContacts<One extends Contact>(
  contacts: readonly One[],
  { query, chains }: { query: string; chains: readonly Chain[] },
): One[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const textOf = ({ chainId, address, name }: Contact) => {
    const chain = chains.find((one) => one.chainId === chainId)
    return `${name} ${chain?.shortName}:${address} ${chain?.name} ${chainId}`
  }
  return contacts
    .filter((contact) => {
      const text = textOf(contact).toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}
