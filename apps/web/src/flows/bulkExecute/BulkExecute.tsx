import { useState } from 'react'
import { FailedList, LoadingRows } from '../../components/ListStates.js'
import { Nothing } from '../../components/LookupStates.js'
import { useRecords } from '../../preferences/records.js'
import { sentExecutions } from '../../preferences/sentExecutions.js'
import type { ActionProps } from '../machine/flow.js'
import { Steps } from '../machine/Steps.js'
import { BulkProgress, type SentBulk } from './BulkProgress.js'
import { BulkReview } from './BulkReview.js'
import { planBulk } from './planBulk.js'
import { useBulk } from './useBulk.js'

/** The review of all that can run in one go, then what becomes of it. */
export function BulkExecute({ place, onClose }: ActionProps) {
  const [sent, setSent] = useState<SentBulk>()
  const records = useRecords(sentExecutions)
  const pending = records
    ?.map(({ value }) => value)
    .filter(
      (one) =>
        one.chainId === place.chain.chainId &&
        one.safe === place.address &&
        one.succeededAt === undefined,
    )
  const [first, ...others] = pending ?? []
  // After a reload it goes on where it was.
  if (first && !sent)
    setSent([
      first,
      ...others.filter(
        ({ transactionHash }) => transactionHash === first.transactionHash,
      ),
    ])
  if (sent)
    return (
      <>
        <Steps at="progress" from="review" />
        <BulkProgress place={place} sent={sent} onClose={onClose} />
      </>
    )
  if (!pending) return <LoadingRows count={4} />
  return <Reviewing place={place} onSent={setSent} onClose={onClose} />
}

function Reviewing({
  place,
  onSent,
  onClose,
}: Pick<ActionProps, 'place' | 'onClose'> & {
  onSent: (sent: SentBulk) => void
}) {
  const reading = useBulk(place)
  if (reading.status === 'failed')
    return (
      <FailedList
        title="Can’t load the queue."
        error={reading.error}
        onRetry={reading.retry}
      >
        Transactions must be checked in this browser before they can be
        executed.
      </FailedList>
    )
  if (reading.status === 'loading') return <LoadingRows count={5} />
  const plan = planBulk(reading.entries)
  const stop = plan.stop ?? reading.stop
  if (plan.included.length < 2)
    return (
      <Nothing title="Not enough transactions to execute together.">
        {stop ??
          'At least two consecutive transactions, starting at the next nonce, need enough signatures.'}
      </Nothing>
    )
  return (
    <>
      <Steps at="review" from="review" />
      <BulkReview
        place={place}
        entries={plan.included}
        stop={stop}
        onSent={onSent}
        onClose={onClose}
      />
    </>
  )
}
