import { addressBook } from '../preferences/addressBook.js'
import { usePreference } from '../preferences/preference.js'
import {
  createFindName,
  type FindName,
  markShared,
} from '../understand/safe/names.js'
import { useAppConfig } from './useAppConfig.js'
import { useReverseNames } from './useReverseNames.js'
import { useSharedNames } from './useSharedNames.js'

/**
 * The reader's own names first, then what owners share, marked as such, then
 * those that accounts gave themselves.
 */
export function useFindName(): FindName {
  const config = useAppConfig()
  const contacts = usePreference(addressBook)
  const findShared = useSharedNames()
  const findReverse = useReverseNames()
  const demoSafes = config.demo?.safes ?? []
  const findOwn = createFindName({ contacts, demoSafes })
  return (place) => {
    const own = findOwn(place)
    if (own) return own
    const shared = findShared(place)
    return shared ? markShared(shared) : findReverse(place)
  }
}
