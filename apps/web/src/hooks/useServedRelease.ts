import { useSyncExternalStore } from 'react'
import { type ServedRelease, servedRelease } from '../trust/servedRelease.js'

export function useServedRelease(): ServedRelease {
  return useSyncExternalStore(servedRelease.subscribe, servedRelease.read)
}
