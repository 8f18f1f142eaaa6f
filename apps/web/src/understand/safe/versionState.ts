import {
  findDeploymentByAddress,
  isVersionAtLeast,
  type SafeVersion,
  singletons,
} from '@covault/protocol'
import {
  type Configured,
  findRecommended,
  isL2,
} from '../../trust/chainFacts.js'
import type { SafeState } from '../../trust/safe.js'

/** Whether the code of a safe can be changed to a newer one. */
export type VersionState =
  /** Nobody has published the code behind the proxy. */
  | { status: 'unknown' }
  /** The published migration contracts begin with 1.3.0. */
  | { status: 'tooOld'; version: SafeVersion }
  | { status: 'current' }
  | {
      status: 'outdated'
      version: SafeVersion
      target: SafeVersion
      /** The present code logs every execution. */
      l2: boolean
    }
  /** The newest version, but the kind that does not log its executions. */
  | { status: 'unlogged'; target: SafeVersion }

export function findVersionState(
  { known, singleton }: Pick<SafeState, 'known' | 'singleton'>,
  chain: Configured,
): VersionState {
  const present = known
    ? findDeploymentByAddress(singletons, singleton)
    : undefined
  if (!present) return { status: 'unknown' }
  const { version, l2 } = present
  const target = findRecommended(chain)
  if (!isVersionAtLeast(version, '1.3.0')) return { status: 'tooOld', version }
  if (!isVersionAtLeast(version, target))
    return { status: 'outdated', version, target, l2 }
  // Where even new safes come without a log, its absence is no flaw.
  return version === target && !l2 && isL2(chain)
    ? { status: 'unlogged', target }
    : { status: 'current' }
}
