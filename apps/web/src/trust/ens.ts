import { BaseError } from '@covault/protocol'
import { queryOptions } from '@tanstack/react-query'
import { type Address, type Hex, parseAbi, zeroAddress } from 'viem'
import { readContract } from 'viem/actions'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from './chainClient.js'
import { type Configured, findNameRegistry } from './chainFacts.js'

const registryAbi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
])
const resolverAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
])

/** What a name resolves to, asked of the chain itself. */
export function ensQuery(chain: ChainConfig, name: string) {
  return queryOptions({
    queryKey: ['ens', chain.chainId, name],
    queryFn: () => resolveName(createChainClient(chain), { chain, name }),
    staleTime: 60_000,
  })
}

/** Registry, then resolver, then address: EIP-137. */
export async function resolveName(
  client: ChainClient,
  {
    chain,
    name,
  }: { chain: Configured & Pick<ChainConfig, 'name'>; name: string },
): Promise<Address> {
  const registry = findNameRegistry(chain)
  if (!registry) throw new NoNamesError({ chain: chain.name })
  const node = await hashName(name)
  const resolver = await readContract(client, {
    address: registry,
    abi: registryAbi,
    functionName: 'resolver',
    args: [node],
  })
  if (resolver === zeroAddress) throw new UnknownNameError({ name })
  const address = await readContract(client, {
    address: resolver,
    abi: resolverAbi,
    functionName: 'addr',
    args: [node],
  })
  if (address === zeroAddress) throw new UnknownNameError({ name })
  return address
}

/** The table of allowed characters is long: it comes with the first name. */
async function hashName(name: string): Promise<Hex> {
  const { namehash, normalize } = await import('viem/ens')
  try {
    return namehash(normalize(name))
  } catch (cause) {
    throw new InvalidNameError({ name }, { cause })
  }
}

export class NoNamesError extends BaseError {
  constructor({ chain }: { chain: string }) {
    super(`${chain} has no name service. Enter the address instead.`)
  }
}

export class UnknownNameError extends BaseError {
  constructor({ name }: { name: string }) {
    super(`The name ${name} doesn’t resolve to an address on this network.`)
  }
}

export class InvalidNameError extends BaseError {
  constructor({ name }: { name: string }, options: { cause: unknown }) {
    super(
      `${name} isn’t a valid name: some characters aren’t allowed.`,
      options,
    )
  }
}
