import type { Intent } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { type DecodedTransaction, toPathKey } from './decodeTransaction.js'

/** A call that says yes to a transaction of another safe. */
export type Approval = {
  /** Where it stands in the tree of calls. */
  path: readonly number[]
  safe: Address
  hash: Hex
}

/** What this transaction says yes to, in the order of its calls. */
export function listApprovals({
  intents,
}: Pick<DecodedTransaction, 'intents'>): Approval[] {
  const byPath = new Map<string, Approval>()
  for (const intent of intents.values())
    if (isApproval(intent)) {
      const { path, safe, hash } = intent
      byPath.set(toPathKey(path), { path, safe, hash })
    }
  return [...byPath.values()].sort(comparePaths)
}

function isApproval(
  intent: Intent,
): intent is Extract<Intent, { kind: 'approveHash' }> {
  return intent.kind === 'approveHash'
}

function comparePaths(
  { path: one }: Approval,
  { path: other }: Approval,
): number {
  const at = one.findIndex((index, depth) => index !== other[depth])
  return at === -1
    ? one.length - other.length
    : (one[at] ?? 0) - (other[at] ?? -1)
}
