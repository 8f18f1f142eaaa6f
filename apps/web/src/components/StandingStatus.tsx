import { Status } from '../ui/Status.js'
import {
  type PendingStatus,
  type Standing,
  writePendingStatus,
  writeStatus,
} from '../words/statuses.js'
import classes from './StandingStatus.module.css'

/** How a transaction or a message stands, in a word. */
export function StandingStatus({
  status,
  pending,
  isAskingYou = false,
  waitsFor,
}: {
  status: Standing
  pending?: PendingStatus | undefined
  /** The reader is an owner whose seal is missing. */
  isAskingYou?: boolean
  /** The nonce that must be executed before this one. */
  waitsFor?: bigint | undefined
}) {
  if (pending)
    return (
      <Status kind={pending === 'replaced' ? 'warn' : 'waiting'}>
        {writePendingStatus(pending)}
      </Status>
    )
  const words = writeStatus(status, { isAskingYou, waitsFor })
  if (status === 'AWAITING_CONFIRMATIONS' && isAskingYou)
    return <b className={classes.you}>{words}</b>
  return <Status kind={findKind(status)}>{words}</Status>
}

function findKind(status: Standing) {
  switch (status) {
    case 'SUCCESS':
    case 'CONFIRMED':
      return 'ok'
    case 'FAILED':
    case 'DIFFERS':
      return 'danger'
    case 'CANCELLED':
      return 'warn'
    default:
      return 'waiting'
  }
}
