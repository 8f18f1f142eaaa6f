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
        title="What waits could not be looked at."
        error={reading.error}
        onRetry={reading.retry}
      >
        Nothing can be executed before all of it was checked here.
      </FailedList>
    )
  if (reading.status === 'loading') return <LoadingRows count={5} />
  const plan = planBulk(reading.entries)
  const stop = plan.stop ?? reading.stop
  if (plan.included.length < 2)
    return (
      <Nothing title="There are not two that could run in one go.">
        {stop ??
          'At least two transactions from the next nonce on must have enough signatures.'}
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
