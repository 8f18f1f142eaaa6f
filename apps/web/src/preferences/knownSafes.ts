import type { Address } from 'viem'
import * as z from 'zod/mini'
import { isAt } from '../lib/isAt.js'
import { definePreference } from './preference.js'
import { storedPlace } from './schemas.js'

type Place = z.output<typeof storedPlace>

const knownSafe = z.extend(storedPlace, { pinned: z.boolean() })
/** A safe this browser was told to remember: loaded, created or pinned. */
export type KnownSafe = z.output<typeof knownSafe>

export const knownSafes = definePreference({
  name: 'knownSafes',
  schema: z.readonly(z.array(knownSafe)),
  fallback: [],
})

/** Remembers a safe; one that is known already stays as it is. */
export function addKnownSafe(place: Place): void {
  const safes = knownSafes.read()
  if (safes.some((safe) => isAt(safe, place))) return
  knownSafes.write([...safes, toSafe(place, false)])
}

export function removeKnownSafes(address: Address): void {
  knownSafes.write(knownSafes.read().filter((safe) => safe.address !== address))
}

/** Pins an account on all the chains where it is, or takes the pin away. */
export function pinSafes(places: readonly Place[], pinned: boolean): void {
  const safes = knownSafes.read()
  const others = safes.filter(
    (safe) => !places.some((place) => isAt(safe, place)),
  )
  knownSafes.write([...others, ...places.map((place) => toSafe(place, pinned))])
}

function toSafe({ chainId, address }: Place, pinned: boolean): KnownSafe {
  return { chainId, address, pinned }
}
