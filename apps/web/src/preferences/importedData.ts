import type { Contact } from './addressBook.js'
import type { Appearance } from './appearance.js'
import type { Environment } from './environment.js'
import type { KnownSafe } from './knownSafes.js'
import type { Security } from './security.js'

/** What a data file holds, whoever wrote it. */
export type ImportedData = {
  contacts: Contact[]
  safes: KnownSafe[]
  /** Only in files of our own. */
  appearance: Appearance | undefined
  environment: Environment | undefined
  security: Security | undefined
  /** Parts of the file that mean nothing here. */
  ignored: string[]
}
