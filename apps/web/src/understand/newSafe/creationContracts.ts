import {
  BaseError,
  type Deployment,
  fallbackHandlers,
  proxyFactories,
  singletons,
} from '@covault/protocol'
import { keccak256 } from 'viem'
import type { ChainClient, ChainConfig } from '../../trust/chainClient.js'
import { isL2 } from '../../trust/chainFacts.js'
import { readCode } from '../../trust/code.js'
import type { CreationContracts, OfferedVersion } from './safePlan.js'

/**
 * The contracts of a version, each with the published code on this very chain.
 * An address alone proves nothing: somebody else may have deployed there.
 */
export async function readCreationContracts(
  client: ChainClient,
  { chain, version }: { chain: ChainConfig; version: OfferedVersion },
): Promise<CreationContracts> {
  const read = async (what: string, deployments: readonly Deployment[]) => {
    const found = await findDeployed(client, { version, deployments })
    if (!found) throw new NotDeployedError({ chain, version, what })
    return found.address
  }
  const [factory, singleton, fallbackHandler] = await Promise.all([
    read('factory', proxyFactories),
    read(
      'implementation',
      singletons.filter(({ l2 }) => l2 === isL2(chain)),
    ),
    read(
      'fallback handler',
      fallbackHandlers.filter(
        ({ contract }) => contract === 'CompatibilityFallbackHandler',
      ),
    ),
  ])
  return { factory, singleton, fallbackHandler }
}

/** The first of the table that is there, canonical before eip155. */
async function findDeployed(
  client: ChainClient,
  {
    version,
    deployments,
  }: { version: OfferedVersion; deployments: readonly Deployment[] },
): Promise<Deployment | undefined> {
  const candidates = deployments
    .filter((deployment) => deployment.version === version)
    .sort((one, other) => one.kind.localeCompare(other.kind))
  const codes = await Promise.all(
    candidates.map(({ address }) => readCode(client, address)),
  )
  return candidates.find(
    ({ codeHash }, index) => keccak256(codes[index] ?? '0x') === codeHash,
  )
}

export class NotDeployedError extends BaseError {
  constructor({
    chain,
    version,
    what,
  }: {
    chain: { name: string }
    version: string
    what: string
  }) {
    super(
      `The official ${what} of version ${version} isn’t deployed on ${chain.name}. Choose another version.`,
    )
  }
}
