import { useSuspenseQuery } from '@tanstack/react-query'
import { useContacts } from '../preferences/addressBook.js'
import { appConfigQuery } from '../queries/appConfig.js'
import { createFindName, type FindName } from '../understand/safe/names.js'

export function useFindName(): FindName {
  const { data: config } = useSuspenseQuery(appConfigQuery)
  const contacts = useContacts()
  return createFindName({ contacts, demoSafes: config.demo?.safes ?? [] })
}
