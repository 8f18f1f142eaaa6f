import {
  createCallLibraries,
  findChain,
  getKnownContracts,
  type KnownContract,
  migrations,
  multiSends,
  proxyFactories,
  signMessageLibraries,
} from '@covault/protocol'
import type { Address } from 'viem'
import type { ChainAccess } from '../chain/client.js'
import { readCodeHashes } from '../chain/codeHashes.js'

/**
 * Safe's own contracts on a chain, by what is published for it. A chain that
 * nothing is published for is asked for their code, once.
 */
export function createPinnedContracts(
  chains: readonly Pick<ChainAccess, 'chainId' | 'firstPool'>[],
): (chainId: number) => Promise<ReadonlyMap<Address, KnownContract>> {
  const known = new Map<number, Promise<ReadonlyMap<Address, KnownContract>>>()
  return (chainId) => {
    const found = known.get(chainId)
    if (found !== undefined) return found
    // A node that was away is asked again; meanwhile nothing is pinned.
    const read = readContracts(chains, chainId).catch(() => {
      known.delete(chainId)
      return getKnownContracts({ chainId })
    })
    known.set(chainId, read)
    return read
  }
}

async function readContracts(
  chains: readonly Pick<ChainAccess, 'chainId' | 'firstPool'>[],
  chainId: number,
): Promise<ReadonlyMap<Address, KnownContract>> {
  const access = chains.find((chain) => chain.chainId === chainId)
  const isPublished = findChain(chainId) && !findChain(chainId)?.local
  if (!access || isPublished) return getKnownContracts({ chainId })
  const codeHashes = await access.firstPool.use((rpc) =>
    readCodeHashes(rpc, addresses),
  )
  return getKnownContracts({ chainId, codeHashes })
}

const addresses = [
  ...multiSends,
  ...proxyFactories,
  ...signMessageLibraries,
  ...createCallLibraries,
  ...migrations,
].map(({ address }) => address)
