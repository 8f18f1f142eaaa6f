import { queryOptions, skipToken } from '@tanstack/react-query'
import { type Address, parseAbi, zeroAddress } from 'viem'
import { readContract } from 'viem/actions'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from '../trust/chainClient.js'
import { findNameRegistry } from '../trust/chainFacts.js'
import { resolveName } from '../trust/ens.js'
import { reverseNameKey } from './reverseNameKey.js'
import { walletConstants } from './walletConstants.js'

const registryAbi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
])
const resolverAbi = parseAbi([
  'function name(bytes32 node) view returns (string)',
])

/** The name an account gave itself, null without one that holds. */
export function reverseNameQuery(
  chain: ChainConfig | undefined,
  address: Address | null,
) {
  return queryOptions({
    queryKey: [reverseNameKey, chain?.chainId, address],
    queryFn:
      chain && address
        ? () => readReverseName(createChainClient(chain), { chain, address })
        : skipToken,
    staleTime: walletConstants.defaultCacheTime,
    gcTime: walletConstants.cacheLifetime,
  })
}

/**
 * EIP-181: registry, resolver, name. Anybody may claim any name in reverse, so
 * it counts only if the name resolves to the address as well.
 */
export async function readReverseName(
  client: ChainClient,
  { chain, address }: { chain: ChainConfig; address: Address },
): Promise<string | null> {
  const registry = findNameRegistry(chain)
  if (!registry) return null
  try {
    const { namehash } = await import('viem/ens')
    const node = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`)
    const resolver = await readContract(client, {
      address: registry,
      abi: registryAbi,
      functionName: 'resolver',
      args: [node],
    })
    if (resolver === zeroAddress) return null
    const name = await readContract(client, {
      address: resolver,
      abi: resolverAbi,
      functionName: 'name',
      args: [node],
    })
    if (!name) return null
    const forward = await resolveName(client, { chain, name })
    return forward === address ? name : null
  } catch {
    // A name is an ornament: without one the address is shown.
    return null
  }
}
