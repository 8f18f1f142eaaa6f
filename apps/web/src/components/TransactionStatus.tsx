import type { TransactionSummary } from '@covault/api'
import { Status } from '../ui/Status.js'
import classes from './TransactionStatus.module.css'

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

/** How a transaction stands, in a word. */
export function TransactionStatus({
  status,
  pending,
  isAskingYou = false,
}: {
  status: TransactionSummary['txStatus']
  pending?: PendingStatus | undefined
  /** The reader is an owner whose seal is missing. */
  isAskingYou?: boolean
}) {
  if (pending)
    return (
      <Status kind={pending === 'replaced' ? 'warn' : 'waiting'}>
        {pendingWords[pending]}
      </Status>
    )
  switch (status) {
    case 'SUCCESS':
      return <Status kind="ok">Success</Status>
    case 'FAILED':
      return <Status kind="danger">Failed</Status>
    case 'CANCELLED':
      return <Status kind="warn">Cancelled</Status>
    case 'AWAITING_CONFIRMATIONS':
      return isAskingYou ? (
        <b className={classes.you}>Needs your confirmation</b>
      ) : (
        <Status kind="waiting">Awaiting confirmations</Status>
      )
    case 'AWAITING_EXECUTION':
      return <Status kind="waiting">Awaiting execution</Status>
    default:
      return <Status kind="waiting">Not known here</Status>
  }
}
