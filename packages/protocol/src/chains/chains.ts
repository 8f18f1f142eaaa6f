import type { SafeChain } from './defineSafeChain.js'
import { arbitrum } from './definitions/arbitrum.js'
import { base } from './definitions/base.js'
import { gnosis } from './definitions/gnosis.js'
import { local1 } from './definitions/local1.js'
import { local2 } from './definitions/local2.js'
import { mainnet } from './definitions/mainnet.js'
import { optimism } from './definitions/optimism.js'
import { polygon } from './definitions/polygon.js'
import { sepolia } from './definitions/sepolia.js'

/** Every chain the product knows by itself, in the order it lists them. */
export const chains: readonly SafeChain[] = [
  mainnet,
  gnosis,
  polygon,
  arbitrum,
  optimism,
  base,
  sepolia,
  local1,
  local2,
]

export function findChain(chainId: number): SafeChain | undefined {
  return chains.find((chain) => chain.chainId === chainId)
}

export function findChainByShortName(shortName: string): SafeChain | undefined {
  return chains.find((chain) => chain.shortName === shortName)
}
