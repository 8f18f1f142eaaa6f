import type { TransactionSummary } from '@covault/api'
import { Status } from '../ui/Status.js'
import {
  type PendingStatus,
  writePendingStatus,
  writeStatus,
} from '../words/statuses.js'
import classes from './TransactionStatus.module.css'

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
        {writePendingStatus(pending)}
      </Status>
    )
  const words = writeStatus(status, { isAskingYou })
  if (status === 'AWAITING_CONFIRMATIONS' && isAskingYou)
    return <b className={classes.you}>{words}</b>
  return <Status kind={findKind(status)}>{words}</Status>
}

function findKind(status: TransactionSummary['txStatus']) {
  switch (status) {
    case 'SUCCESS':
      return 'ok'
    case 'FAILED':
      return 'danger'
    case 'CANCELLED':
      return 'warn'
    default:
      return 'waiting'
  }
}
