import {
  type ExecutionEntry,
  pairExecutions,
  parseSafeVersion,
  type SafeVersion,
} from '@covault/protocol'
import type { Address, Hex } from 'viem'
import type { Place, TransactionFields } from '../store/chainRows.js'
import type { Activity } from './activity.js'

/** What a safe said about one execution: the result, and what it announced before if it did. */
export type ExecutionClaim = {
  place: Place
  safeTxHash: Hex
  success: boolean
  payment: bigint
  announced: {
    fields: TransactionFields
    /** Unknown where a migration announced in the safe's name. */
    sender: Address | null
    signatures: Hex | null
    threshold: bigint
    logIndex: number
  } | null
}

export type ModuleClaim = {
  place: Place
  module: Address
  success: boolean
  announced: { to: Address; value: bigint; data: Hex; operation: 0 | 1 } | null
}

export type Claims = { executions: ExecutionClaim[]; modules: ModuleClaim[] }

export function readClaims(activity: Activity, chainId: number): Claims {
  const places = new Map(
    activity.events.map(({ place }) => [place.logIndex, place]),
  )
  const entries = pairExecutions({
    chainId,
    logs: activity.events.map(({ place, event }) => ({
      logIndex: place.logIndex,
      event,
    })),
  })
  const claims: Claims = { executions: [], modules: [] }
  for (const entry of entries) {
    const place = places.get(entry.logIndex)
    if (!place) continue
    if (entry.type === 'execution')
      claims.executions.push(toExecutionClaim(activity, entry))
    if (entry.type === 'moduleExecution') {
      const { module, success, details } = entry
      const announced = details ? details.event : null
      claims.modules.push({ place, module, success, announced })
    }
  }
  return claims
}

/**
 * A safe says how a call ended after everything in it was logged: of several
 * ends of one hash the last is its own, the others were forged inside.
 */
function toExecutionClaim(
  activity: Activity,
  { safeTxHash, details }: ExecutionEntry,
): ExecutionClaim {
  const end = activity.events.findLast(
    ({ event }) =>
      (event.type === 'executionSuccess' ||
        event.type === 'executionFailure' ||
        event.type === 'executionFailed') &&
      event.safeTxHash === safeTxHash,
  )
  if (!end) throw new TypeError(`No log ends ${safeTxHash}.`)
  const { place, event } = end
  return {
    place,
    safeTxHash,
    success: event.type === 'executionSuccess',
    payment: 'payment' in event ? event.payment : 0n,
    announced: details
      ? {
          fields: details.event.transaction,
          sender: details.synthetic ? null : details.event.sender,
          signatures: details.synthetic ? null : details.event.signatures,
          threshold: details.event.threshold,
          logIndex: details.logIndex,
        }
      : null,
  }
}

/** The ways a safe may have hashed, its present one first: it nearly always fits. */
export function listHashRules(version: string | null): SafeVersion[] {
  const present = version === null ? undefined : parseSafeVersion(version)
  const rules: SafeVersion[] = ['1.4.1', '1.1.1']
  return present ? [present.version, ...rules] : rules
}
