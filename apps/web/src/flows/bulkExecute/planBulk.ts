import {
  buildSafeTransaction,
  type Call,
  type SafeTransaction,
} from '@covault/protocol'
import type { SignableCheck } from '../../trust/checkSignable.js'
import { toDomain } from '../../trust/domain.js'
import { type Execution, prepareExecution } from '../act/execute.js'

/** One of them, verified here. */
export type CheckedEntry = {
  transaction: SafeTransaction
  check: SignableCheck
}

/** Those that run, and why it ends before one that was picked. */
export type BulkPlan<Entry> = {
  included: readonly Entry[]
  stop: string | undefined
}

/** What the list promised, as far as it is true. */
export function planBulk<Entry extends CheckedEntry>(
  entries: readonly Entry[],
): BulkPlan<Entry> {
  for (const [at, { transaction, check }] of entries.entries()) {
    const stop = findObstacle(transaction, check, at)
    if (stop) return { included: entries.slice(0, at), stop }
  }
  return { included: entries, stop: undefined }
}

function findObstacle(
  { nonce }: SafeTransaction,
  { isRefused, fields, confirmations, safe }: SignableCheck,
  at: number,
): string | undefined {
  const differing = fields.filter(({ status }) => status === 'differs')
  if (isRefused)
    return `Nonce ${nonce} is blocked because these checks failed: ${differing.map(({ field }) => field).join(', ')}.`
  if (nonce !== safe.nonce + BigInt(at))
    return `Nonce ${nonce} isn’t the next one: the safe is at nonce ${safe.nonce}.`
  const seals = confirmations.filter(({ status }) => status === 'verified')
  if (seals.length < safe.threshold)
    return `Nonce ${nonce} has ${seals.length} of ${safe.threshold} valid signatures.`
  return undefined
}

/**
 * One call of the version's MultiSendCallOnly, which then calls the safe once
 * for each. To the safe it is MultiSendCallOnly that calls: who sends it adds
 * no seal by sending. Undefined as long as one lacks seals.
 */
export function encodeBulk(
  { chainId }: { chainId: number },
  entries: readonly CheckedEntry[],
): Execution | undefined {
  const [first] = entries
  if (!first) return undefined
  const { safe } = first.check
  const calls: Call[] = []
  for (const { transaction, check } of entries) {
    const execution = prepareExecution({
      safe: safe.address,
      transaction,
      threshold: safe.threshold,
      owners: safe.owners,
      confirmations: check.confirmations,
      sender: undefined,
    })
    if (!execution) return undefined
    calls.push({ ...execution, value: 0n, operation: 0 })
  }
  // A batch of the safe's own has the same target and the same bytes.
  const { to, data } = buildSafeTransaction({
    domain: toDomain({ chainId }, safe),
    calls,
    nonce: 0n,
  })
  return { to, data }
}
