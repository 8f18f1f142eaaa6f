import { createHash } from 'node:crypto'
import { BaseError } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import type { ListedToken } from '../assetsConfig.js'
import type { ChainPools } from '../chain/client.js'
import type { RpcPool } from '../chain/rpcPool.js'
import type { Config } from '../config.js'
import { type TrustedSymbols, toSkeleton } from './spam.js'

/** A chain as far as it matters for what safes have there. */
export type AssetChain = {
  chainId: number
  /** For what somebody waits for. */
  pool: RpcPool
  /** For what nobody has read before. */
  firstPool: RpcPool
  /** For what may take its time. */
  patientPool: RpcPool
  multicall: Address
  nativeCurrency: { name: string; symbol: string; decimals: number }
  testnet: boolean
  outboundAccess: boolean
  listed: ReadonlyMap<Address, ListedToken>
  /** Changes when the lists do. */
  listsHash: Hex
  trustedSymbols: TrustedSymbols
}

export function describeChain(
  { assets, chains }: Pick<Config, 'assets' | 'chains'>,
  access: ChainPools,
): AssetChain {
  const { chainId, pool, firstPool, patientPool } = access
  const config = chains.find((chain) => chain.chainId === chainId)
  if (!config) throw new ChainNotConfiguredError(chainId)
  const { nativeCurrency, testnet, multicall3Address } = config
  const listed = assets.listedTokens.filter(
    (token) => token.chainId === chainId,
  )
  return {
    chainId,
    pool,
    firstPool,
    patientPool,
    multicall: multicall3Address,
    nativeCurrency,
    testnet,
    outboundAccess: assets.outboundChainIds.has(chainId),
    listed: new Map(listed.map((token) => [token.address, token])),
    listsHash: `0x${createHash('sha256').update(JSON.stringify(listed)).digest('hex')}`,
    trustedSymbols: new Set(
      [nativeCurrency, ...listed].map(({ symbol }) => toSkeleton(symbol)),
    ),
  }
}

export class ChainNotConfiguredError extends BaseError {
  override name = 'ChainNotConfiguredError'
  constructor(chainId: number) {
    super(`Chain ${chainId} is not configured.`)
  }
}
