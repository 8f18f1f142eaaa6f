import type { QueryClient } from '@tanstack/react-query'
import { appConfigQuery } from '../queries/appConfig.js'
import type { ChainConfig } from '../trust/chainClient.js'

export async function findChainConfig(
  cache: QueryClient,
  chainId: number,
): Promise<ChainConfig | undefined> {
  const { chains } = await cache.ensureQueryData(appConfigQuery)
  return chains.find((chain) => chain.chainId === chainId)
}
