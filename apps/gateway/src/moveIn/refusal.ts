import { NoNodeError } from '../chain/rpcErrors.js'
import { InputFailure, RuleFailure, StorageFailure } from '../failures.js'

/**
 * Whether a command refused what it was given. Everything else is a failure
 * of ours or of a node, after which the same may be accepted.
 */
export function isRefusal(
  error: unknown,
): error is RuleFailure | StorageFailure | InputFailure {
  if (error instanceof InputFailure) return true
  if (!(error instanceof RuleFailure || error instanceof StorageFailure))
    return false
  const passes = error.status === 429 || error.status === 503
  return !passes && !(error.cause instanceof NoNodeError)
}
