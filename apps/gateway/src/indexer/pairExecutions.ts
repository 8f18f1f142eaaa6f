import {
  hashSafeTransaction,
  parseSafeVersion,
  type SafeTransaction,
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
    sender: Address
    signatures: Hex
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

type Announcement =
  | { kind: 'multisig'; hashes: Hex[]; claim: ExecutionClaim['announced'] }
  | { kind: 'module'; module: Address; claim: ModuleClaim['announced'] }

/**
 * Pairs results with announcements: each result takes the latest open
 * announcement that fits, by hash or by module. An announcement whose hash
 * fits no result is a migration's invention and is left alone.
 */
export function pairExecutions(
  activity: Activity,
  parameters: { chainId: number; version: string | null },
): Claims {
  const open: Announcement[] = []
  const claims: Claims = { executions: [], modules: [] }
  for (const { place, event } of activity.events) {
    switch (event.type) {
      case 'safeMultiSigTransaction': {
        const { transaction, sender, signatures, threshold } = event
        const { logIndex } = place
        open.push({
          kind: 'multisig',
          hashes: hashInEveryWay(activity.safe, transaction, parameters),
          claim: {
            fields: transaction,
            sender,
            signatures,
            threshold,
            logIndex,
          },
        })
        break
      }
      case 'safeModuleTransaction': {
        const { module, to, value, data, operation } = event
        const claim = { to, value, data, operation }
        open.push({ kind: 'module', module, claim })
        break
      }
      case 'executionSuccess':
      case 'executionFailure':
      case 'executionFailed': {
        const { safeTxHash } = event
        const at = open.findLastIndex(
          (entry) =>
            entry.kind === 'multisig' && entry.hashes.includes(safeTxHash),
        )
        const [match] = at < 0 ? [] : open.splice(at, 1)
        claims.executions.push({
          place,
          safeTxHash,
          success: event.type === 'executionSuccess',
          payment: event.type === 'executionFailed' ? 0n : event.payment,
          announced: match?.kind === 'multisig' ? match.claim : null,
        })
        break
      }
      case 'executionFromModuleSuccess':
      case 'executionFromModuleFailure': {
        const { module } = event
        const at = open.findLastIndex(
          (entry) => entry.kind === 'module' && entry.module === module,
        )
        const [match] = at < 0 ? [] : open.splice(at, 1)
        claims.modules.push({
          place,
          module,
          success: event.type === 'executionFromModuleSuccess',
          announced: match?.kind === 'module' ? match.claim : null,
        })
        break
      }
      default:
    }
  }
  return claims
}

/** The present version first: it nearly always fits. */
export function listHashRules(version: string | null): SafeVersion[] {
  const present = version === null ? undefined : parseSafeVersion(version)
  const rules: SafeVersion[] = ['1.4.1', '1.1.1']
  return present ? [present.version, ...rules] : rules
}

function hashInEveryWay(
  safe: Address,
  transaction: SafeTransaction,
  { chainId, version }: { chainId: number; version: string | null },
): Hex[] {
  // Only L2 singletons announce, and all of those have the chain in their
  // domain; a safe that was older once has announced nothing then.
  const [rule = '1.4.1'] = listHashRules(version)
  return [hashSafeTransaction({ chainId, safe, version: rule }, transaction)]
}
