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
import { type Address, type Hex, keccak256 } from 'viem'
import type { ChainAccess } from '../chain/client.js'

/**
 * Safe's own contracts on a chain, by what is published for it. A chain that
 * nothing is published for is asked for their code, once.
 */
export function createPinnedContracts(
  chains: readonly ChainAccess[],
): (chainId: number) => Promise<ReadonlyMap<Address, KnownContract>> {
  const known = new Map<number, Promise<ReadonlyMap<Address, KnownContract>>>()
  return (chainId) => {
    const found = known.get(chainId)
    if (found !== undefined) return found
    const read = readContracts(chains, chainId)
    known.set(chainId, read)
    // A node that was away is asked again; meanwhile nothing is pinned.
    return read.catch(() => {
      known.delete(chainId)
      return getKnownContracts({ chainId })
    })
  }
}

async function readContracts(
  chains: readonly ChainAccess[],
  chainId: number,
): Promise<ReadonlyMap<Address, KnownContract>> {
  const access = chains.find((chain) => chain.chainId === chainId)
  const isPublished = findChain(chainId) && !findChain(chainId)?.local
  if (!access || isPublished) return getKnownContracts({ chainId })
  const codeHashes = new Map<Address, Hex>()
  await Promise.all(
    addresses.map(async (address) => {
      const code = await access.client.getCode({ address })
      if (code) codeHashes.set(address, keccak256(code))
    }),
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
