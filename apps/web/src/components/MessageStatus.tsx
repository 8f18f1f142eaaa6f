import type { Message } from '@covault/api'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { Status } from '../ui/Status.js'
import { accountQuery } from '../wallet/account.js'
import { TransactionStatus } from './TransactionStatus.js'

/** How a message stands, in a word. */
export function MessageStatus({
  message: { status, confirmations },
  owners,
}: {
  message: Pick<Message, 'status' | 'confirmations'>
  owners: readonly Address[] | undefined
}) {
  const { data: account } = useQuery(accountQuery)
  if (status === 'CONFIRMED') return <Status kind="ok">Confirmed</Status>
  const isAskingYou =
    account != null &&
    owners?.includes(account) &&
    !confirmations.some(({ owner }) => owner.value === account)
  return (
    <TransactionStatus
      status="AWAITING_CONFIRMATIONS"
      isAskingYou={isAskingYou === true}
    />
  )
}
