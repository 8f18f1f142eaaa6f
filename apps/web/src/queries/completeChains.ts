import { type ChainInfo, call, getChain } from '@covault/api'
import { environment } from '../preferences/environment.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { gatewayItself } from './gateway.js'

/** Nobody waits for another gateway to see a page. */
const patience = { retryLimit: 0, timeout: 3000 }

/**
 * Adds what the gateway says of chains. Its oracles are left out: only those of
 * this installation are origins that the page may call.
 */
export async function completeChains(
  chains: readonly ChainConfig[],
  signal: AbortSignal,
): Promise<ChainConfig[]> {
  const isOther = environment.read().gatewayUrl !== null
  return Promise.all(
    chains.map(async (chain) => {
      if (!isOther && chain.features) return chain
      try {
        const params = { chainId: chain.chainId }
        const said = await call(gatewayItself, getChain, {
          params,
          signal,
          ...patience,
        })
        return addSaid(chain, said)
      } catch {
        return chain
      }
    }),
  )
}

function addSaid(chain: ChainConfig, said: ChainInfo): ChainConfig {
  return {
    ...chain,
    l2: said.l2,
    features: said.features,
    gasPrice: said.gasPrice.filter(({ type }) => type !== 'oracle'),
    ...(said.recommendedMasterCopyVersion && {
      recommendedVersion: said.recommendedMasterCopyVersion,
    }),
    ...(said.ensRegistryAddress && {
      ensRegistryAddress: said.ensRegistryAddress,
    }),
  }
}
