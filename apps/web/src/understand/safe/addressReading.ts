import { type Address, zeroAddress } from 'viem'
import { type AddressText, readAddressText } from '../../lib/readAddressText.js'
import type { Contact } from '../../preferences/addressBook.js'
import type { ChainConfig } from '../../trust/chainClient.js'

/** What a text means: an address, nothing yet, or an error in words. */
export type AddressReading = {
  address: Address | undefined
  error: string | undefined
  isPending: boolean
  text: AddressText
  /** It is the name of a contact of this browser. */
  isContact: boolean
  /** The name that is asked of the chain; null where there is none to ask. */
  resolvedName: string | null
}

/** Why a text means no address yet; `missing` asks for one. */
export function checkReading(
  {
    address,
    error,
    isPending,
  }: Pick<AddressReading, 'address' | 'error' | 'isPending'>,
  missing: string,
): string | undefined {
  if (error) return error
  if (isPending) return 'Looking up this name…'
  return address ? undefined : missing
}

/** Why nothing can be sent to the account that a text names. */
export function checkRecipient(
  text: string,
  { address, error }: Pick<AddressReading, 'address' | 'error'>,
): string | undefined {
  if (!text.trim()) return 'Enter a recipient.'
  if (error) return error
  if (!address) return 'Looking up this name…'
  return address === zeroAddress
    ? 'This is the zero address. Anything sent there is lost.'
    : undefined
}

/** What a name of this browser resolves to. */
type NamedContacts = ReadonlyMap<string, Address>

/** A name that two contacts share means neither. */
export function indexContacts(
  contacts: readonly Contact[],
  chainId: number,
): NamedContacts {
  const here = contacts.filter((contact) => contact.chainId === chainId)
  const named = new Map<string, Address>()
  const shared = new Set<string>()
  for (const { name, address } of here) {
    const key = name.toLowerCase()
    if (named.has(key)) shared.add(key)
    named.set(key, address)
  }
  for (const key of shared) named.delete(key)
  return named
}

/** The exact name of a contact is as good as the address. */
export function readText(
  text: string,
  { chain, named }: { chain: ChainConfig; named: NamedContacts },
): AddressReading {
  const read = readAddressText(text, chain)
  const contact = named.get(text.trim().toLowerCase())
  const base = { text: read, error: undefined, isPending: false }
  if (contact)
    return { ...base, address: contact, isContact: true, resolvedName: null }
  return {
    ...base,
    isContact: false,
    address: read.status === 'address' ? read.address : undefined,
    error: read.status === 'refused' ? read.reason : undefined,
    isPending: read.status === 'name',
    resolvedName: read.status === 'name' ? read.name : null,
  }
}
