import type { TransactionDetails } from '@covault/api'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { LoadingRows } from '../../components/ListStates.js'
import { Nothing } from '../../components/LookupStates.js'
import { MismatchBanner } from '../../components/MismatchBanner.js'
import { useRecords } from '../../preferences/records.js'
import { sentExecutions } from '../../preferences/sentExecutions.js'
import { transactionQuery } from '../../queries/transactions.js'
import {
  findMismatch,
  readExecution,
} from '../../understand/decode/execution.js'
import { isAbout } from '../../understand/decode/isAbout.js'
import { readTransaction } from '../../understand/decode/readTransaction.js'
import { absentTransactionWords } from '../../words/lookups.js'
import type { Outcome } from '../act/outcome.js'
import type { ActionProps } from '../machine/flow.js'
import { Steps } from '../machine/Steps.js'
import { Review } from '../review/Review.js'
import { Confirm } from './Confirm.js'

export function ConfirmTransaction(props: ActionProps) {
  const { chain, address } = props.place
  const id = props.search.id ?? ''
  const lookup = useQuery(
    transactionQuery({ chainId: chain.chainId, address, id }),
  )
  const pending = useRecords(sentExecutions)
  // The link carries the hash: what was sent is known without the gateway.
  const sent = pending?.find(({ name }) => id.endsWith(name))
  return (
    <Confirm
      {...props}
      thing="transaction"
      lookup={lookup}
      absent={absentTransactionWords}
      known={sent && { kind: 'sent', sent: sent.value }}
      review={(details, onDone) =>
        pending ? (
          <Waiting {...props} id={id} details={details} onDone={onDone} />
        ) : (
          <LoadingRows count={4} />
        )
      }
    />
  )
}

/** What the gateway says of it decides only whether it is reviewed at all. */
function Waiting({
  place,
  id,
  details,
  onClose,
  onDone,
}: ActionProps & {
  id: string
  details: TransactionDetails
  onDone: (outcome: Outcome) => void
}) {
  const { chain, address, safe } = place
  const { chainId } = chain
  const { version } = safe
  const { signed } = useMemo(
    () => readTransaction(details, { chainId, address, version }),
    [details, chainId, address, version],
  )
  if (details.safeAddress !== address || !isAbout(id, details))
    return (
      <Nothing title="The gateway returned a different transaction.">
        Retry, or open the transaction from the queue again.
      </Nothing>
    )
  if (readExecution(details, safe) === 'executed')
    return (
      <Nothing title="This transaction was executed.">
        Open it in the history.
      </Nothing>
    )
  if (!signed)
    return (
      <Nothing title="This transaction needs no owner signatures.">
        Open its details in the history.
      </Nothing>
    )
  const mismatch = findMismatch(details, { safe, signed })
  return (
    <>
      <Steps at="review" from="review" />
      {mismatch && <MismatchBanner words={mismatch} signed={signed} />}
      <Review
        place={place}
        transaction={signed.transaction}
        proposal={{ details, execution: signed.execution }}
        nonce={undefined}
        note=""
        onNote={() => undefined}
        onBack={onClose}
        onDone={onDone}
      />
    </>
  )
}
