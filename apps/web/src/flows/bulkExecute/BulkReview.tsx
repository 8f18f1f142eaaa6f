import { groupFindings } from '@covault/protocol'
import { useQueries, useQuery } from '@tanstack/react-query'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { Conflicts } from '../../components/transaction/Conflicts.js'
import { Findings } from '../../components/transaction/Findings.js'
import { useNameOf } from '../../hooks/useNameOf.js'
import { endHeadline } from '../../lib/endHeadline.js'
import { focusWhenLost } from '../../lib/focusWhenLost.js'
import { formatCount } from '../../lib/formatCount.js'
import { conflictsQuery, listOthers } from '../../queries/transactions.js'
import { computedHere } from '../../trust/provenance.js'
import { AddressText } from '../../ui/AddressText.js'
import { Remark } from '../../ui/Remark.js'
import { Status } from '../../ui/Status.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeIntent } from '../../understand/tell/describeIntent.js'
import { connectionQuery } from '../../wallet/connection.js'
import { describeError } from '../../words/errors.js'
import { ExecutionWouldFailError } from '../act/execute.js'
import { HashFact } from '../review/HashList.js'
import review from '../review/Review.module.css'
import { findingsId, GroupTally } from '../review/Tally.js'
import { PaymentList } from '../review/transaction/Recipients.js'
import classes from './BulkReview.module.css'
import { BulkSeal } from './BulkSeal.js'
import type { BulkReviewProps } from './bulkReviewProps.js'
import { BulkWouldFailError } from './findFailing.js'
import type { BulkEntry } from './useBulk.js'
import { useBulkCost } from './useBulkCost.js'

/** Each of them in words, with what the rules found and its hash. */
export function BulkReview(props: BulkReviewProps) {
  const { place, entries, stop } = props
  const failure = useFailure(props)
  const conflicts = useConflicts(props)
  const first = entries[0]?.transaction.nonce
  const last = entries.at(-1)?.transaction.nonce
  const firstFound = entries.find((entry) => listGroups(entry).length > 0)
  return (
    <article
      className={classes.bulk}
      data-open={stop || failure ? true : undefined}
    >
      <header className={review.head}>
        <h1 ref={focusWhenLost} className={review.sentence} tabIndex={-1}>
          Execute {formatCount(entries.length, 'transaction')} together (nonces{' '}
          {String(first)} to {String(last)}).
        </h1>
        <p>
          These transactions are executed in this order, in one transaction from
          your account. If one fails, none is executed.
        </p>
        <GroupTally
          place={place}
          check="passed"
          groups={entries.flatMap(listGroups)}
          ruleCount={countRules(entries)}
          failure={failure !== undefined && 'These transactions would fail'}
          conflicts={conflicts}
        />
        {failure && <Remark kind="danger">{describeError(failure)}</Remark>}
        {stop && (
          <Remark kind="warn">Later transactions are left out. {stop}</Remark>
        )}
      </header>
      <ol className={classes.entries}>
        {entries.map((entry) => (
          <Entry
            key={entry.hashes.signed}
            place={place}
            entry={entry}
            isFirstFound={entry === firstFound}
          />
        ))}
      </ol>
      <BulkSeal {...props} />
    </article>
  )
}

function listGroups({ assessment }: BulkEntry) {
  return groupFindings(assessment?.findings ?? [])
}

/** Undefined until the rules have been applied to all of them. */
function countRules(entries: readonly BulkEntry[]): number | undefined {
  const counts = entries.map(({ assessment }) => assessment?.ruleCount)
  return counts.includes(undefined) ? undefined : counts[0]
}

/** How many others wait at the nonces of these. */
function useConflicts({ place, entries }: BulkReviewProps): number {
  const { chain, address } = place
  const answers = useQueries({
    queries: entries.map(({ transaction: { nonce } }) =>
      conflictsQuery({ chainId: chain.chainId, address, nonce }),
    ),
  })
  return entries.reduce(
    (sum, { hashes }, at) =>
      sum + listOthers(answers[at]?.data?.waiting, hashes.signed).length,
    0,
  )
}

/** Why the chain would refuse them, also to a reader without a wallet. */
function useFailure({ place, entries }: BulkReviewProps): Error | undefined {
  const { chain, safe } = place
  const { data: connection } = useQuery(connectionQuery)
  const sender = connection?.account ?? safe.owners[0]
  const { cost } = useBulkCost(chain, { entries, sender })
  const { error } = cost
  const isRefusal =
    error instanceof BulkWouldFailError ||
    error instanceof ExecutionWouldFailError
  return isRefusal ? error : undefined
}

function Entry({
  place,
  entry,
  isFirstFound,
}: {
  place: SafePlace
  entry: BulkEntry
  /** The count in the head leads to it. */
  isFirstFound: boolean
}) {
  const nameOf = useNameOf(place)
  const { transaction, hashes, decoded, assessment, check } = entry
  const seals = check.confirmations.filter(
    ({ status }) => status === 'verified',
  ).length
  const passed = check.fields.filter(({ status }) => status === 'ok').length
  return (
    <li className={classes.entry} data-nonce={String(transaction.nonce)}>
      <h2 className={review.heading}>
        Nonce {String(transaction.nonce)}
        <small>
          {seals} of {formatCount(check.safe.threshold, 'signature')}, verified
        </small>
        <Status kind="ok">
          Signatures and chain data: {formatCount(passed, 'check')} passed
        </Status>
      </h2>
      <p className={classes.words}>
        <AddressText
          text={endHeadline(describeIntent(decoded.intent, nameOf))}
        />
      </p>
      <PaymentList
        chain={place.chain}
        decoded={decoded}
        safe={place.address}
        owners={check.safe.owners}
      />
      {assessment && assessment.findings.length > 0 && (
        <div {...(isFirstFound ? { id: findingsId } : {})} tabIndex={-1}>
          <Findings {...assessment} nameOf={nameOf} />
        </div>
      )}
      <Conflicts
        place={place}
        nonce={transaction.nonce}
        hash={hashes.signed}
        isRejection={decoded.intent.kind === 'reject'}
      />
      <dl className={review.facts}>
        <HashFact id="safeTxHash" name="safeTxHash" hash={hashes.signed}>
          <ProvenanceMark of={computedHere} />
        </HashFact>
      </dl>
    </li>
  )
}
