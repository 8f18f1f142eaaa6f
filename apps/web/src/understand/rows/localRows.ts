import type { Draft, QueueItem, TransactionSummary } from '@covault/api'
import { readTransactionId } from '../../lib/transactionId.js'
import {
  type LocalTransaction,
  listOfSafe,
} from '../../preferences/localQueue.js'
import { summariseLocal } from '../../queries/localSignables.js'
import type { OpenPlace } from '../safe/safePlace.js'

/**
 * The gateway's queue with drafts of members and with what only this browser
 * has, each at its nonce.
 * Undefined: neither says anything yet.
 */
export function mergeQueue(
  items: readonly QueueItem[] | undefined,
  {
    place,
    drafts = [],
    local,
  }: {
    place: OpenPlace
    drafts?: readonly Draft[] | undefined
    local: readonly { value: LocalTransaction }[] | undefined
  },
): readonly QueueItem[] | undefined {
  const { safe } = place
  const listed = withDrafts(listTransactions(items ?? []), { place, drafts })
  const added = safe
    ? listWaiting(local ?? [], place)
        .map((one) => summariseLocal(one, safe.threshold))
        .filter(({ id }) => listed.every((other) => other.id !== id))
    : []
  if (!safe || (added.length === 0 && drafts.length === 0)) return items
  const all = [...listed, ...added].sort(byNonce)
  const isNext = (one: TransactionSummary) => readNonce(one) === safe.nonce
  return [
    ...label('Next', all.filter(isNext)),
    ...label(
      'Queued',
      all.filter((one) => !isNext(one)),
    ),
  ]
}

/** Those of this safe that wait, and that the queue does not have by now. */
function withDrafts(
  listed: readonly TransactionSummary[],
  { place, drafts }: { place: OpenPlace; drafts: readonly Draft[] },
): TransactionSummary[] {
  const { address, safe } = place
  const known = new Map(drafts.map((one) => [one.transaction.id, one]))
  const added = [...known.values()]
    .map(({ transaction }) => transaction)
    .filter(
      (one) =>
        readTransactionId(one.id)?.safe === address &&
        (readNonce(one) ?? -1n) >= (safe?.nonce ?? 0n) &&
        listed.every(({ id }) => id !== one.id),
    )
  return [...listed, ...added]
}

/** Of the safe, and still to be executed. */
export function listWaiting(
  local: readonly { value: LocalTransaction }[],
  { chain: { chainId }, address, safe }: OpenPlace,
): LocalTransaction[] {
  return listOfSafe(local, { chainId, address }).filter(
    ({ transaction }) => !safe || transaction.nonce >= safe.nonce,
  )
}

/** Of the safe, and never to be executed again: its nonce is used. */
export function listUsedUp(
  local: readonly { value: LocalTransaction }[],
  { chain: { chainId }, address, safe }: OpenPlace,
): LocalTransaction[] {
  return listOfSafe(local, { chainId, address }).filter(
    ({ transaction }) => safe && transaction.nonce < safe.nonce,
  )
}

function listTransactions(items: readonly QueueItem[]): TransactionSummary[] {
  return items.flatMap((item) =>
    item.type === 'TRANSACTION' ? [item.transaction] : [],
  )
}

function label(
  name: 'Next' | 'Queued',
  transactions: readonly TransactionSummary[],
): QueueItem[] {
  if (transactions.length === 0) return []
  return [
    { type: 'LABEL', label: name },
    ...transactions.map(
      (transaction): QueueItem => ({
        type: 'TRANSACTION',
        transaction,
        conflictType: 'None',
      }),
    ),
  ]
}

function byNonce(a: TransactionSummary, b: TransactionSummary): number {
  return Number((readNonce(a) ?? 0n) - (readNonce(b) ?? 0n))
}

function readNonce({ executionInfo }: TransactionSummary): bigint | undefined {
  return executionInfo?.type === 'MULTISIG' ? executionInfo.nonce : undefined
}
