import type { AppConfig } from '@covault/api'
import { useSuspenseQuery } from '@tanstack/react-query'
import { appConfigQuery } from '../queries/appConfig.js'

/** What the installation is set up for; the page waits for it. */
export function useAppConfig(): AppConfig {
  return useSuspenseQuery(appConfigQuery).data
}
