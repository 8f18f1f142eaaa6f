import {
  BaseError,
  findDeploymentByAddress,
  hashSafeTransaction,
  migrations,
  type SafeDomain,
  type SafeTransaction,
  type SafeVersion,
} from '@covault/protocol'
import type { Hex } from 'viem'
import type { PresentSafe } from './presentSafe.js'

/**
 * The hash that owners sign now, and the domain it is of. `undefined`: the
 * version is not known, or no such transaction can exist.
 */
export function hashTransactionNow(
  present: Pick<PresentSafe, 'chainId' | 'address' | 'version'>,
  transaction: SafeTransaction,
): { domain: SafeDomain; hash: Hex } | undefined {
  const { chainId, address: safe } = present
  const version = present.version ?? guessVersion(transaction)
  if (!version) return undefined
  const domain = { chainId, safe, version }
  try {
    return { domain, hash: hashSafeTransaction(domain, transaction) }
  } catch (error) {
    if (error instanceof BaseError) return undefined
    throw error
  }
}

/** A safe of an unknown version may only leave it, by a published migration. */
function guessVersion({
  to,
  operation,
}: SafeTransaction): SafeVersion | undefined {
  const isMigration =
    operation === 1 && findDeploymentByAddress(migrations, to) !== undefined
  return isMigration ? '1.3.0' : undefined
}
