import { type MakeBuckets, makeOwnBuckets } from './buckets.js'
import type { Config } from './config.js'
import { createSharedBuckets, mostCounted } from './sharedBuckets.js'
import type { Store } from './store/openStore.js'

/**
 * A database that was named may have other processes on it: they count writes
 * together. What the operator does without a limit counts for nobody.
 */
export function chooseBuckets({
  config,
  store,
}: {
  config: Pick<Config, 'databaseUrl'>
  store: Store
}): MakeBuckets {
  if (config.databaseUrl === undefined) return makeOwnBuckets
  return (parameters) =>
    parameters.perMinute > mostCounted
      ? makeOwnBuckets(parameters)
      : createSharedBuckets(store, parameters)
}
