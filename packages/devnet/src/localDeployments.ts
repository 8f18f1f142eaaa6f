import {
  BaseError,
  type Deployment,
  findDeployment,
  type SafeVersion,
} from '@covault/protocol'
import type { Address } from 'viem'

/** Where the local chains have a version of a Safe contract. */
export function findLocalDeployment(
  deployments: readonly Deployment[],
  { version }: { version: SafeVersion },
): Address {
  const deployment = findDeployment(deployments, { version, chainId: 31337 })
  if (!deployment) throw new VersionNotDeployedError({ version })
  return deployment.address
}

export class VersionNotDeployedError extends BaseError {
  override name = 'VersionNotDeployedError'

  constructor({ version }: { version: SafeVersion }) {
    super(`The local chains have no such contract of version ${version}.`)
  }
}
