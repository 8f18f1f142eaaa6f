import { type Buckets, createBuckets } from './buckets.js'
import type { Store } from './store/openStore.js'
import { countWrite, readCountWait } from './store/writeCounts.js'

/** The column of the database counts no further. */
export const mostCounted = 2 ** 31 - 1

/**
 * Buckets that all processes on a database fill together. What one process
 * alone would refuse costs the database nothing.
 */
export function createSharedBuckets(
  store: Store,
  parameters: { kind: string; perMinute: number; minutes?: number },
): Buckets {
  const { kind, perMinute, minutes = 1 } = parameters
  const own = createBuckets(perMinute, { minutes })
  const toPlace = (key: string, factor: number) => ({
    kind,
    key,
    seconds: minutes * 60,
    limit: Math.min(Math.floor(perMinute * minutes * factor), mostCounted),
  })
  return {
    async wait(key, factor = 1) {
      const wait = own.wait(key, factor)
      return wait || readCountWait(store, toPlace(key, factor))
    },
    async take(key, factor = 1) {
      const wait = own.take(key, factor)
      return wait || countWrite(store, toPlace(key, factor))
    },
  }
}
