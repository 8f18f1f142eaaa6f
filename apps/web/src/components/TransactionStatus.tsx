import type { TransactionSummary } from '@covault/api'
import { Status } from '../ui/Status.js'

/** How a transaction stands, in a word. */
export function TransactionStatus({
  status,
}: {
  status: TransactionSummary['txStatus']
}) {
  switch (status) {
    case 'SUCCESS':
      return <Status kind="ok">Success</Status>
    case 'FAILED':
      return <Status kind="danger">Failed</Status>
    case 'CANCELLED':
      return <Status kind="warn">Cancelled</Status>
    case 'AWAITING_CONFIRMATIONS':
      return <Status kind="waiting">Awaiting confirmations</Status>
    case 'AWAITING_EXECUTION':
      return <Status kind="waiting">Awaiting execution</Status>
    default:
      return <Status kind="waiting">Not known here</Status>
  }
}
