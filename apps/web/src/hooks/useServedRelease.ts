import { useSyncExternalStore } from 'react'
import {
  type ServedRelease,
  servedRelease,
} from '../trust/served/servedRelease.js'

export function useServedRelease(): ServedRelease {
  return useSyncExternalStore(servedRelease.subscribe, servedRelease.read)
}
