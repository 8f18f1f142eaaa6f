import { useSuspenseQuery } from '@tanstack/react-query'
import { addressBook } from '../preferences/addressBook.js'
import { usePreference } from '../preferences/preference.js'
import { appConfigQuery } from '../queries/appConfig.js'
import { createFindName, type FindName } from '../understand/safe/names.js'

export function useFindName(): FindName {
  const { data: config } = useSuspenseQuery(appConfigQuery)
  const contacts = usePreference(addressBook)
  return createFindName({ contacts, demoSafes: config.demo?.safes ?? [] })
}
