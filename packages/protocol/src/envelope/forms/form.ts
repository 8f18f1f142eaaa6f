import { safeVersions } from '../../safeVersion.js'
import type { Carried, StatedPlace } from '../carried.js'
import type { Fields } from '../fields.js'

/** One way in which programs write what owners sign. */
export type Form = {
  /** By its fields alone; what they hold is read afterwards. */
  recognises(fields: Fields): boolean
  /** Fails with a BaseError that says which field is wrong. */
  read(fields: Fields): Carried[]
}

/** Most forms leave it to the reader to know the safe. */
export const nowhere: StatedPlace = {
  chainId: undefined,
  safe: undefined,
  versions: safeVersions,
}

export const noWords = { note: undefined, origin: undefined }
