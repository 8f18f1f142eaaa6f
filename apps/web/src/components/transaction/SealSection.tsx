import type { TransactionDetails as Details } from '@covault/api'
import { useQuery } from '@tanstack/react-query'
import { claimTransaction } from '../../understand/assess/claim.js'
import { sealsQuery } from '../../understand/assess/sealsQuery.js'
import type { SignedTransaction } from '../../understand/decode/readTransaction.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import { SealList } from './SealList.js'
import classes from './TransactionDetails.module.css'
import { UncheckedSeals } from './UncheckedSeals.js'

/** Who has signed, each signature checked over the hash computed here. */
export function SealSection({
  place,
  details: { executedAt },
  signed: { domain, execution, hashes },
  nameOf,
}: {
  place: SafePlace
  details: Details
  signed: SignedTransaction
  nameOf: NameOf
}) {
  const { safe } = place
  const isOver = executedAt !== null
  const { data, error, refetch } = useQuery(
    sealsQuery(place, {
      domain,
      hashes,
      executor: execution.executor?.value,
      claim: claimTransaction(execution),
    }),
  )
  const required = isOver ? execution.confirmationsRequired : safe.threshold
  const valid = data?.filter(({ status }) =>
    isOver ? status !== 'invalid' : status === 'verified',
  ).length
  return (
    <section>
      <h3 className={classes.title}>
        Seals
        <span className={classes.note}>
          {valid ?? execution.confirmations.length} of {required}
          {valid === undefined ? ', gateway says' : ', checked here'}
          {!isOver && valid !== undefined && describeRest(required - valid)}
        </span>
      </h3>
      {error && <UncheckedSeals error={error} onRetry={refetch} />}
      <SealList
        owners={safe.owners}
        claims={execution.confirmations.map(({ signer, submittedAt }) => ({
          signer: signer.value,
          at: submittedAt,
        }))}
        checked={data}
        nameOf={nameOf}
        isOver={isOver}
      />
    </section>
  )
}

function describeRest(missing: number): string {
  if (missing <= 0) return ', enough to execute'
  return missing === 1
    ? ', one more makes it executable'
    : `, ${missing} more make it executable`
}
