import type { TransactionSummary } from '@covault/api'

/** What only this browser knows, while something of its own is under way. */
export type PendingStatus =
  | 'signing'
  | 'submitting'
  | 'processing'
  | 'indexing'
  | 'replaced'

const pendingWords: Record<PendingStatus, string> = {
  signing: 'Signing',
  submitting: 'Submitting',
  processing: 'Processing',
  indexing: 'Indexing',
  replaced: 'Will be replaced',
}

export function writePendingStatus(status: PendingStatus): string {
  return pendingWords[status]
}

/** How something stands; what differs is not what the gateway says it is. */
export type Standing = TransactionSummary['txStatus'] | 'CONFIRMED' | 'DIFFERS'

/** In a word. */
export function writeStatus(
  status: Standing,
  {
    isAskingYou = false,
    waitsFor,
  }: { isAskingYou?: boolean; waitsFor?: bigint | undefined } = {},
): string {
  switch (status) {
    case 'SUCCESS':
      return 'Executed'
    case 'FAILED':
      return 'Failed'
    case 'CANCELLED':
      return 'Rejected'
    case 'AWAITING_CONFIRMATIONS':
      return isAskingYou ? 'Needs your signature' : 'Awaiting signatures'
    case 'AWAITING_EXECUTION':
      return waitsFor === undefined
        ? 'Ready to execute'
        : `Awaiting nonce ${waitsFor}`
    case 'CONFIRMED':
      return 'Signed'
    case 'DIFFERS':
      return 'Content mismatch'
    default:
      return 'Unknown'
  }
}
