import type { SafeVersion } from '../safeVersion.js'
import type { Deployment } from './deployment.js'
import { singletons } from './table.js'

/**
 * The entry for a version on a chain, canonical first. A chain that the table
 * does not list (a local one, or one from the configuration) is assumed to have
 * every deployment: the caller compares the code hash before relying on it.
 */
export function findDeployment<deployment extends Deployment>(
  deployments: readonly deployment[],
  { version, chainId }: { version: SafeVersion; chainId: number },
): deployment | undefined {
  const candidates = deployments.filter(
    (deployment) =>
      deployment.version === version && isDeployedOn(deployment, chainId),
  )
  return candidates.find(({ kind }) => kind === 'canonical') ?? candidates[0]
}

/** Nobody can have a safe where no singleton is. */
const listedChainIds: ReadonlySet<number> = /*#__PURE__*/ new Set(
  /*#__PURE__*/ singletons.flatMap(({ chainIds }) => chainIds),
)

function isDeployedOn({ chainIds }: Deployment, chainId: number): boolean {
  return chainIds.includes(chainId) || !listedChainIds.has(chainId)
}
