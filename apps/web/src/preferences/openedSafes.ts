import * as z from 'zod/mini'
import { isAt } from '../lib/isAt.js'
import { knownSafes } from './knownSafes.js'
import { definePreference } from './preference.js'
import { storedPlace } from './schemas.js'

type Place = z.output<typeof storedPlace>

/** More than anybody looks after; the oldest is let go first. */
const mostOpened = 100

/** Safes that were looked at in this browser, the latest first. */
export const openedSafes = definePreference({
  name: 'openedSafes',
  schema: z.readonly(z.array(storedPlace)),
  fallback: [],
})

export function rememberOpened(place: Place): void {
  const opened = openedSafes.read()
  if (opened[0] && isAt(opened[0], place)) return
  const others = opened.filter((one) => !isAt(one, place))
  openedSafes.write([place, ...others].slice(0, mostOpened))
}

/** Looked at, loaded, created or pinned here. */
export function isOpened(place: Place): boolean {
  return [...openedSafes.read(), ...knownSafes.read()].some((one) =>
    isAt(one, place),
  )
}
