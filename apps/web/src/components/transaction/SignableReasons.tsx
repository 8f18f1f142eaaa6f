import { useQuery } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { useLocal } from '../../hooks/useLocal.js'
import { localTransactions } from '../../preferences/localQueue.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import { contractsQuery } from '../../trust/contracts.js'
import {
  listPaid,
  listReasons,
} from '../../understand/reasons/signableReasons.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { Known } from '../../understand/signables/signables.js'
import { Reasons } from './Reasons.js'

/** As many as the review shows the kind of. */
const mostRecipients = 100

/** What something to be signed rests on, as it is on the screen. */
export function SignableReasons({
  place,
  note,
  hash,
  check,
  known,
}: {
  place: SafePlace
  note?: string
  hash: Hex
  check: SignableCheck | undefined
  known: Known
}) {
  const { chain } = place
  const local = useLocal(localTransactions, place, hash)
  const contracts = 'decoded' in known ? known.decoded.contracts : undefined
  const recipients = listPaid(known).slice(0, mostRecipients)
  const { data: others = [] } = useQuery(
    contractsQuery(
      chain,
      recipients.filter((to) => !contracts?.has(to)),
    ),
  )
  const groups = listReasons({
    hash,
    check,
    known,
    ownNote: local?.note,
    recipients: recipients.flatMap(
      (to) =>
        contracts?.get(to) ??
        others.find(({ address }) => address === to) ??
        [],
    ),
  })
  return <Reasons groups={groups} {...(note && { note })} />
}
