import { type MakeBuckets, makeOwnBuckets } from './buckets.js'
import type { Config } from './config.js'
import { createSharedBuckets } from './sharedBuckets.js'
import type { Store } from './store/openStore.js'

/** A process that only answers is one of several: they count writes together. */
export function chooseBuckets({
  config,
  store,
}: {
  config: Pick<Config, 'role'>
  store: Store
}): MakeBuckets {
  if (config.role !== 'api') return makeOwnBuckets
  return (parameters) => createSharedBuckets(store, parameters)
}
