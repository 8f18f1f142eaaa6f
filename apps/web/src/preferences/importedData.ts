import type { Contact } from './addressBook.js'
import type { Appearance } from './appearance.js'
import type { Environment } from './environment.js'
import type { KnownSafe } from './knownSafes.js'
import type { MovementLabel } from './movementLabels.js'
import type { PicturePreferences } from './pictures.js'
import type { SafeAppPreferences } from './safeApps.js'
import type { Security } from './security.js'
import type { ThemeChoice } from './theme.js'
import type { TokenPreferences } from './tokens.js'

/** What a data file holds, whoever wrote it. */
export type ImportedData = {
  contacts: Contact[]
  safes: KnownSafe[]
  /** Whatever of it the file has; only our own files have all. */
  own:
    | {
        theme: ThemeChoice | undefined
        appearance: Appearance | undefined
        environment: Environment | undefined
        security: Security | undefined
        tokens: TokenPreferences | undefined
        pictures: PicturePreferences | undefined
        safeApps: SafeAppPreferences | undefined
        movementLabels?: readonly MovementLabel[] | undefined
      }
    | undefined
  /** Parts of the file that mean nothing here. */
  ignored: string[]
  /** Contacts and safes that are none: no address, no name, no network. */
  skipped: number
}
