import type { Deployment, Singleton } from '../deployments/deployment.js'
import {
  fallbackHandlers,
  proxyFactories,
  singletons,
} from '../deployments/table.js'

/** A singleton that the local chain has, with what belongs to it. */
export type Variant = {
  name: string
  singleton: Singleton
  factory: Deployment
  handler: Deployment
  /** How many of `perVersion` random cases fall to this variant. */
  share(perVersion: number): number
}

/** npm has no bytecode of 1.0.0 and 1.2.0 that equals the published one. */
const versions = ['1.1.1', '1.3.0', '1.4.1', '1.5.0']

const deployed = singletons.filter(({ version }) => versions.includes(version))

export const variants: readonly Variant[] = deployed.map((singleton) => ({
  name: `${singleton.version} ${singleton.kind}${singleton.l2 ? ' L2' : ''}`,
  singleton,
  factory: companion(proxyFactories, singleton),
  handler: companion(fallbackHandlers, singleton),
  share: (perVersion) => Math.ceil(perVersion / countSiblings(singleton)),
}))

function countSiblings({ version }: Singleton): number {
  return deployed.filter((other) => other.version === version).length
}

function companion(
  deployments: readonly Deployment[],
  { version, kind }: Singleton,
): Deployment {
  const found = deployments.find(
    (deployment) => deployment.version === version && deployment.kind === kind,
  )
  if (!found) throw new Error(`Nothing is deployed for ${version} ${kind}.`)
  return found
}
