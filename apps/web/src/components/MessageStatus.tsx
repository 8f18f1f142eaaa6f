import type { Message } from '@covault/api'
import { useQuery } from '@tanstack/react-query'
import type { SafeState } from '../trust/safe.js'
import { Status } from '../ui/Status.js'
import {
  countSeals,
  type MessageRowCheck,
} from '../understand/rows/messageCheck.js'
import { accountQuery } from '../wallet/account.js'
import { writeMessageStatus } from '../words/statuses.js'
import { TransactionStatus } from './TransactionStatus.js'

/** How a message stands, in a word. */
export function MessageStatus({
  message,
  safe,
  check,
}: {
  message: Message
  safe: Pick<SafeState, 'owners' | 'threshold'> | undefined
  check: MessageRowCheck | undefined
}) {
  const { data: account } = useQuery(accountQuery)
  const { status, confirmations } = message
  const { signed, isChecked } = countSeals(message, check)
  const isConfirmed =
    safe && isChecked ? signed >= safe.threshold : status === 'CONFIRMED'
  if (check?.status === 'differs')
    return <Status kind="danger">{writeMessageStatus('differs')}</Status>
  if (isConfirmed)
    return <Status kind="ok">{writeMessageStatus('confirmed')}</Status>
  const isAskingYou =
    account != null &&
    safe?.owners.includes(account) &&
    !confirmations.some(({ owner }) => owner.value === account)
  return (
    <TransactionStatus
      status="AWAITING_CONFIRMATIONS"
      isAskingYou={isAskingYou === true}
    />
  )
}
