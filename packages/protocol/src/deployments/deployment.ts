import type { Address, Hex } from 'viem'
import type { SafeVersion } from '../safeVersion.js'

/** A contract published by the Safe project, as safe-deployments lists it. */
export type Deployment = {
  address: Address
  version: SafeVersion
  /** keccak256 of the runtime code, `EXTCODEHASH`. */
  codeHash: Hex
  /**
   * How it was deployed: canonical through a transaction or factory without
   * chain id, eip155 through the Safe singleton factory for chains that demand
   * replay protection. Since 1.4.1 there is only one.
   */
  kind: 'canonical' | 'eip155'
  contract: string
  /** Those of our chain definitions where it is known to be deployed. */
  chainIds: readonly number[]
}

export type Singleton = Deployment & {
  /** Logs every execution with its parameters. */
  l2: boolean
}

export type MultiSend = Deployment & {
  /** Refuses delegatecalls inside of the batch. */
  callOnly: boolean
}

/** The entry at an address; addresses are compared without their checksum. */
export function findDeploymentByAddress<deployment extends Deployment>(
  deployments: readonly deployment[],
  address: Address,
): deployment | undefined {
  const wanted = address.toLowerCase()
  return deployments.find((known) => known.address.toLowerCase() === wanted)
}

/**
 * Pinned means address and code hash: an address alone says nothing on a chain
 * where somebody else may have deployed there.
 */
export function isPinned(
  deployments: readonly Deployment[],
  { address, codeHash }: { address: Address; codeHash: Hex },
): boolean {
  const known = findDeploymentByAddress(deployments, address)
  return known?.codeHash === codeHash.toLowerCase()
}
