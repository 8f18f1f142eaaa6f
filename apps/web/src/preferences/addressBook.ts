import * as z from 'zod/mini'
import { toForeignText } from '../lib/foreignText.js'
import { definePreference } from './preference.js'
import { storedPlace } from './schemas.js'

const contact = z.extend(storedPlace, {
  // Also what was typed here may have been copied from somewhere.
  name: z.pipe(
    z.string().check(z.minLength(1), z.maxLength(200)),
    z.transform((name) => toForeignText(name, 200)),
  ),
})
/** A name for an address on one chain. Names of safes live here too. */
export type Contact = z.output<typeof contact>

type Place = z.output<typeof storedPlace>

/** Longer names are cut off in every list anyway. */
export const longestName = 50

export const addressBook = definePreference({
  name: 'addressBook',
  schema: z.readonly(z.array(contact)),
  fallback: [],
})

export function findContact(
  contacts: readonly Contact[],
  { chainId, address }: Place,
): Contact | undefined {
  return contacts.find(
    (contact) => contact.chainId === chainId && contact.address === address,
  )
}

/** Adds a contact, or gives the one at this place another name. */
export function saveContact(contact: Contact): void {
  addressBook.write(mergeContacts(addressBook.read(), [contact]))
}

export function removeContact({ chainId, address }: Place): void {
  addressBook.write(
    addressBook
      .read()
      .filter(
        (contact) => contact.chainId !== chainId || contact.address !== address,
      ),
  )
}

/** Later ones win, and stand where the earlier one stood. */
export function mergeContacts(
  contacts: readonly Contact[],
  added: readonly Contact[],
): Contact[] {
  const byPlace = new Map(
    [...contacts, ...added].map((contact) => [
      `${contact.chainId}:${contact.address}`,
      { ...contact, name: contact.name.trim() },
    ]),
  )
  return [...byPlace.values()]
}
