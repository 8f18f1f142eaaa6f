import { appConfig, call, getAppConfig } from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { gateway } from './gateway.js'

/**
 * The document brings the configuration along. The route is asked only where
 * nobody filled it in, as under the development server.
 */
export const appConfigQuery = queryOptions({
  queryKey: ['appConfig'],
  queryFn: ({ signal }) =>
    readEmbedded() ?? call(gateway, getAppConfig, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

function readEmbedded() {
  const text = document.getElementById('app-config')?.textContent ?? ''
  if (!text.trimStart().startsWith('{')) return undefined
  return z.decode(appConfig, JSON.parse(text))
}
