import type { Contact } from './addressBook.js'
import type { CarriedValues } from './carriedPreferences.js'
import type { KnownSafe } from './knownSafes.js'

/** What a data file holds, no matter who wrote it. */
export type ImportedData = {
  contacts: Contact[]
  safes: KnownSafe[]
  /** Only our own files have all of them. */
  own: CarriedValues | undefined
  /** Parts of the file that mean nothing here. */
  ignored: string[]
  /** Contacts and safes that are none: no address, no name, no network. */
  skipped: number
}
