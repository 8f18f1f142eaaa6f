import { addressBook } from '../preferences/addressBook.js'
import { usePreference } from '../preferences/preference.js'
import { createFindName, type FindName } from '../understand/safe/names.js'
import { useAppConfig } from './useAppConfig.js'
import { useReverseNames } from './useReverseNames.js'

/** The reader's own names first, then those that accounts gave themselves. */
export function useFindName(): FindName {
  const config = useAppConfig()
  const contacts = usePreference(addressBook)
  const findReverse = useReverseNames()
  const findOwn = createFindName({
    contacts,
    demoSafes: config.demo?.safes ?? [],
  })
  return (place) => findOwn(place) ?? findReverse(place)
}
