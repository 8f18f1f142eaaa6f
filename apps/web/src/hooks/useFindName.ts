import { addressBook } from '../preferences/addressBook.js'
import { usePreference } from '../preferences/preference.js'
import { createFindName, type FindName } from '../understand/safe/names.js'
import { useAppConfig } from './useAppConfig.js'

export function useFindName(): FindName {
  const config = useAppConfig()
  const contacts = usePreference(addressBook)
  return createFindName({ contacts, demoSafes: config.demo?.safes ?? [] })
}
