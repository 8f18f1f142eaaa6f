import type { QueueItem, TransactionSummary } from '@covault/api'
import {
  type LocalTransaction,
  listOfSafe,
} from '../../preferences/localQueue.js'
import { summariseLocal } from '../../queries/localSignables.js'
import type { OpenPlace } from '../safe/safePlace.js'

/**
 * The gateway's queue with what only this browser has, each at its nonce.
 * Undefined: neither says anything yet.
 */
export function mergeQueue(
  items: readonly QueueItem[] | undefined,
  {
    place,
    local,
  }: {
    place: OpenPlace
    local: readonly { value: LocalTransaction }[] | undefined
  },
): readonly QueueItem[] | undefined {
  const { safe } = place
  const listed = listTransactions(items ?? [])
  const added = safe
    ? listWaiting(local ?? [], place)
        .map((one) => summariseLocal(one, safe.threshold))
        .filter(({ id }) => listed.every((other) => other.id !== id))
    : []
  if (!safe || added.length === 0) return items
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
