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

/** How a transaction stands, in a word. */
export function writeStatus(
  status: TransactionSummary['txStatus'],
  { isAskingYou = false }: { isAskingYou?: boolean } = {},
): string {
  switch (status) {
    case 'SUCCESS':
      return 'Success'
    case 'FAILED':
      return 'Failed'
    case 'CANCELLED':
      return 'Cancelled'
    case 'AWAITING_CONFIRMATIONS':
      return isAskingYou ? 'Needs your confirmation' : 'Awaiting confirmations'
    case 'AWAITING_EXECUTION':
      return 'Awaiting execution'
    default:
      return 'Not known here'
  }
}

/** How a message stands that nobody has to sign any more. */
export function writeMessageStatus(status: 'confirmed' | 'differs'): string {
  return status === 'confirmed' ? 'Confirmed' : 'Not what it says'
}
