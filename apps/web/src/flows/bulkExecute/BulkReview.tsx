import { Findings } from '../../components/transaction/Findings.js'
import { useNameOf } from '../../hooks/useNameOf.js'
import { focusWhenLost } from '../../lib/focusWhenLost.js'
import { formatCount } from '../../lib/formatCount.js'
import { Remark } from '../../ui/Remark.js'
import { Status } from '../../ui/Status.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeIntent } from '../../understand/tell/describeIntent.js'
import { HashFact } from '../review/HashList.js'
import review from '../review/Review.module.css'
import classes from './BulkReview.module.css'
import { BulkSeal } from './BulkSeal.js'
import type { BulkReviewProps } from './bulkReviewProps.js'
import type { BulkEntry } from './useBulk.js'

/** Each of them in words, with its hash and what the rules found. */
export function BulkReview(props: BulkReviewProps) {
  const { place, entries, stop } = props
  const first = entries[0]?.transaction.nonce
  const last = entries.at(-1)?.transaction.nonce
  return (
    <article className={classes.bulk}>
      <header className={review.head}>
        <h1 ref={focusWhenLost} className={review.sentence} tabIndex={-1}>
          Execute {entries.length} together, nonces {String(first)} to{' '}
          {String(last)}.
        </h1>
        <p>
          These transactions are executed in this order, in one transaction from
          your account. If one of them reverts, none is executed.
        </p>
        {stop && (
          <Remark kind="warn">Later transactions are left out. {stop}</Remark>
        )}
      </header>
      <ol className={classes.entries}>
        {entries.map((entry) => (
          <Entry key={entry.hashes.signed} place={place} entry={entry} />
        ))}
      </ol>
      <BulkSeal {...props} />
    </article>
  )
}

function Entry({ place, entry }: { place: SafePlace; entry: BulkEntry }) {
  const nameOf = useNameOf(place)
  const { transaction, hashes, decoded, assessment, check } = entry
  const seals = check.confirmations.filter(
    ({ status }) => status === 'verified',
  ).length
  return (
    <li className={classes.entry} data-nonce={String(transaction.nonce)}>
      <h2 className={review.heading}>
        Nonce {String(transaction.nonce)}
        <small>
          {seals} of {formatCount(check.safe.threshold, 'signature')}, verified
        </small>
        <Status kind="ok">
          {check.fields.filter(({ status }) => status === 'ok').length} checks
          passed
        </Status>
      </h2>
      <p className={classes.words}>{describeIntent(decoded.intent, nameOf)}.</p>
      <dl className={review.facts}>
        <HashFact id="safeTxHash" name="safeTxHash" hash={hashes.signed} />
      </dl>
      {assessment && assessment.findings.length > 0 && (
        <Findings {...assessment} nameOf={nameOf} />
      )}
    </li>
  )
}
