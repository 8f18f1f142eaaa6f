import { useQuery } from '@tanstack/react-query'
import { contractsQuery } from '../../trust/contracts.js'
import {
  listRecipients,
  listTransactionReasons,
} from '../../understand/reasons/transactionReasons.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { Reasons } from './Reasons.js'

/** As many as the review shows the kind of. */
const mostRecipients = 100

/** What a transaction on the screen rests on. */
export function TransactionReasons({
  place: { chain },
  note,
  ...known
}: {
  place: SafePlace
  note?: string
} & Omit<Parameters<typeof listTransactionReasons>[0], 'recipients'>) {
  const { contracts } = known.decoded
  const recipients = listRecipients(known.decoded).slice(0, mostRecipients)
  const { data: others = [] } = useQuery(
    contractsQuery(
      chain,
      recipients.filter((to) => !contracts.has(to)),
    ),
  )
  const groups = listTransactionReasons({
    ...known,
    recipients: recipients.flatMap(
      (to) =>
        contracts.get(to) ?? others.find(({ address }) => address === to) ?? [],
    ),
  })
  return <Reasons groups={groups} {...(note && { note })} />
}
