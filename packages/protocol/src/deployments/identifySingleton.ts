import type { Address, Hex } from 'viem'
import type { SafeVersion } from '../safeVersion.js'
import { findDeploymentByAddress } from './deployment.js'
import { singletons } from './table.js'

export type SingletonIdentity = {
  version: SafeVersion
  /** Logs every execution with its parameters. */
  l2: boolean
  /**
   * - code: the code is the published one, wherever it lies
   * - address: the address is a published one and the code was not read
   */
  by: 'code' | 'address'
}

/**
 * Version and kind of the contract in a safe's slot 0. `undefined` is unknown,
 * not fake: npm has no bytecode of some old deployments. A published address
 * with other code is unknown too.
 */
export function identifySingleton({
  address,
  codeHash,
}: {
  address: Address
  /** keccak256 of the code there, if it was read. */
  codeHash?: Hex
}): SingletonIdentity | undefined {
  if (codeHash !== undefined) {
    const wanted = codeHash.toLowerCase()
    const byCode = singletons.find((known) => known.codeHash === wanted)
    return byCode && { version: byCode.version, l2: byCode.l2, by: 'code' }
  }
  const byAddress = findDeploymentByAddress(singletons, address)
  return (
    byAddress && { version: byAddress.version, l2: byAddress.l2, by: 'address' }
  )
}

/**
 * keccak256 of the runtime code of the proxies that each factory creates: a
 * cheap sign that an address is a safe at all.
 */
export const proxyCodeHashes: Partial<Record<SafeVersion, Hex>> = {
  '1.1.1': '0xaea7d4252f6245f301e540cfbee27d3a88de543af8e49c5c62405d5499fab7e5',
  '1.3.0': '0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000',
  '1.4.1': '0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c',
  '1.5.0': '0x4e381985ca68b3e5d27b4425fa581c19cf33146d3f887a3cfca96f55528ea46f',
}
