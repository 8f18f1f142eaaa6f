import { useSuspenseQuery } from '@tanstack/react-query'
import { appConfigQuery } from '../../../queries/appConfig.js'
import type { ChainConfig } from '../../../trust/chainClient.js'

/** The networks that this installation serves. */
export function useListedChains(): readonly ChainConfig[] {
  const { data: config } = useSuspenseQuery(appConfigQuery)
  return config.chains
}
