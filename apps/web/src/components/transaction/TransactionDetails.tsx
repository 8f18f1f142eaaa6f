import type { TransactionDetails as Details } from '@covault/api'
import { useMemo } from 'react'
import { useAssessment } from '../../hooks/useAssessment.js'
import { useDecoded } from '../../hooks/useDecoded.js'
import { useFindName } from '../../hooks/useFindName.js'
import { useNested } from '../../hooks/useNested.js'
import { toForeignText } from '../../lib/foreignText.js'
import { computedHere, gatewaySays } from '../../trust/provenance.js'
import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { claimTransaction } from '../../understand/assess/claim.js'
import type { DecodedTransaction } from '../../understand/decode/decodeTransaction.js'
import {
  contradictedWords,
  readExecution,
} from '../../understand/decode/execution.js'
import { listSettingsChanges } from '../../understand/decode/listSettingsChanges.js'
import {
  type ReadTransaction,
  readTransaction,
} from '../../understand/decode/readTransaction.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeCoverage } from '../../understand/tell/describeCalls.js'
import {
  describeIntent,
  type NameOf,
} from '../../understand/tell/describeIntent.js'
import { readTense } from '../../understand/tell/reported.js'
import { describeError } from '../../words/errors.js'
import { ProvenanceMark } from '../ProvenanceMark.js'
import { CallOutline } from './CallOutline.js'
import { DetailsReasons } from './DetailsReasons.js'
import { Findings } from './Findings.js'
import { NestedEffects } from './NestedEffects.js'
import { RawData } from './RawData.js'
import { SafeRecord } from './SafeRecord.js'
import { SealSection } from './SealSection.js'
import { SettingsChange, SettingsSet } from './SettingsChange.js'
import { SimulationOf } from './SimulationOf.js'
import { TransactionActions } from './TransactionActions.js'
import classes from './TransactionDetails.module.css'
import { WhatHappened } from './WhatHappened.js'
import { WhyBelieve } from './WhyBelieve.js'

/**
 * Everything about one transaction: what it does in words, every call of it,
 * who has sealed it, and the record. The bytes are read here; of what the
 * gateway says only those bytes, times and notes are used.
 */
export function TransactionDetails({
  place,
  details: given,
}: {
  place: SafePlace
  details: Details
}) {
  const { chain, address, safe } = place
  const isContradicted = readExecution(given, safe) === 'contradicted'
  const details = isContradicted ? { ...given, executedAt: null } : given
  const findName = useFindName()
  const nameOf: NameOf = (who) =>
    who === address
      ? (findName({ chainId: chain.chainId, address: who }) ?? 'this safe')
      : findName({ chainId: chain.chainId, address: who })
  const read = useMemo(
    () =>
      readTransaction(given, {
        chainId: chain.chainId,
        address,
        version: safe.version,
      }),
    [given, chain.chainId, address, safe.version],
  )
  return (
    <div className={classes.details}>
      <div className={classes.document}>
        {isContradicted && (
          <Remark kind="danger" role="alert">
            {contradictedWords}
          </Remark>
        )}
        {read.call ? (
          <Decoded
            place={place}
            details={details}
            read={read}
            nameOf={nameOf}
          />
        ) : (
          <WhatHappened place={place} details={details} />
        )}
        {read.call && (
          <RawData call={read.call} transaction={read.signed?.transaction} />
        )}
      </div>
      <div className={classes.margin}>
        <TransactionActions place={place} details={details} />
        {read.signed && (
          <SealSection
            place={place}
            signed={read.signed}
            claim={claimTransaction(read.signed.execution)}
            claims={read.signed.execution.confirmations.map(
              ({ signer, submittedAt }) => ({
                signer: signer.value,
                at: submittedAt,
              }),
            )}
            executor={read.signed.execution.executor?.value}
            isOver={details.executedAt !== null}
            rest={describeRest}
            nameOf={nameOf}
          />
        )}
        <SafeRecord
          place={place}
          details={details}
          signed={read.signed}
          nameOf={nameOf}
        />
      </div>
    </div>
  )
}

function describeRest(missing: number): string {
  if (missing <= 0) return ', enough to execute'
  return missing === 1
    ? ', one more makes it executable'
    : `, ${missing} more make it executable`
}

function Decoded({
  place,
  details,
  read,
  nameOf,
}: {
  place: SafePlace
  details: Details
  read: ReadTransaction
  nameOf: NameOf
}) {
  const { data, error, refetch } = useDecoded(place, read)
  if (!data && error)
    return (
      <div className={classes.failure}>
        <Remark kind="warn" role="alert">
          What it calls could not be looked up: {describeError(error)}
        </Remark>
        <RetryButton size="xs" onRetry={refetch} />
      </div>
    )
  if (!data) return <DecodingSkeleton />
  return (
    <Document
      place={place}
      details={details}
      read={read}
      decoded={data}
      nameOf={nameOf}
    />
  )
}

function Document({
  place,
  details,
  read: { signed, digest },
  decoded,
  nameOf,
}: {
  place: SafePlace
  details: Details
  read: ReadTransaction
  decoded: DecodedTransaction
  nameOf: NameOf
}) {
  const { executedAt, txData } = details
  const tense = readTense(details)
  const { tree, intent, unaskedCount } = decoded
  const nested = useNested(place, { decoded, digest })
  const assessment = useAssessment(place, {
    signed,
    digest,
    decoded,
    nested,
    isPast: executedAt !== null,
  })
  const isWaiting =
    executedAt === null &&
    signed &&
    signed.transaction.nonce >= place.safe.nonce
  const hint = tree.root.method ? undefined : txData?.dataDecoded?.method
  return (
    <>
      <section>
        <h3 className={classes.title}>
          What it does <ProvenanceMark of={computedHere} />
        </h3>
        <p className={classes.sentence}>
          {describeIntent(intent, nameOf, { tense })}.
        </p>
      </section>
      <Settings
        place={place}
        intent={intent}
        nameOf={nameOf}
        isOver={executedAt !== null}
        tense={tense}
      />
      {signed && isWaiting && (
        <section>
          <h3 className={classes.title}>What would change</h3>
          <SimulationOf
            place={place}
            transaction={signed.transaction}
            digest={signed.hashes.signed}
            intent={intent}
            nameOf={nameOf}
          />
        </section>
      )}
      {signed && (
        <section>
          <h3 className={classes.title}>Findings</h3>
          <FindingsOf assessment={assessment} isOver={executedAt !== null} />
        </section>
      )}
      <section>
        <h3 className={classes.title}>
          What it calls
          <span className={classes.note}>{describeCoverage(tree)}</span>
        </h3>
        {unaskedCount > 0 && (
          <Remark kind="warn">
            It names too many contracts: {unaskedCount} of them were not looked
            up, and their calls are shown as unknown.
          </Remark>
        )}
        {hint && (
          <p className={classes.hint}>
            The method may be “{toForeignText(hint)}”.{' '}
            <ProvenanceMark of={gatewaySays} />
          </p>
        )}
        <CallOutline
          chain={place.chain}
          decoded={decoded}
          findings={assessment.data?.findings}
          nameOf={nameOf}
        />
      </section>
      {nested && nested.length > 0 && (
        <section>
          <h3 className={classes.title}>What it approves in other safes</h3>
          <NestedEffects nested={nested} nameOf={nameOf} />
        </section>
      )}
      {signed && (
        <WhyBelieve>
          <DetailsReasons
            place={place}
            details={details}
            signed={signed}
            decoded={decoded}
          />
        </WhyBelieve>
      )}
    </>
  )
}

/** S44: changes of the safe itself have a section of their own. */
function Settings({
  isOver,
  tense,
  ...change
}: Parameters<typeof SettingsSet>[0] & { isOver: boolean }) {
  if (!listSettingsChanges(change.intent, change.place.safe)) return null
  return (
    <section>
      <h3 className={classes.title}>
        {isOver ? 'What it set in the safe' : 'What changes in the safe'}
      </h3>
      {isOver ? (
        <SettingsSet {...change} tense={tense} />
      ) : (
        <SettingsChange {...change} />
      )}
    </section>
  )
}

function FindingsOf({
  assessment: { data, error, refetch },
  isOver,
}: {
  assessment: ReturnType<typeof useAssessment>
  isOver: boolean
}) {
  if (!data)
    return error ? (
      <div className={classes.failure}>
        <Remark kind="warn" role="alert">
          The rules could not be applied: {describeError(error)}
        </Remark>
        <RetryButton size="xs" onRetry={refetch} />
      </div>
    ) : (
      <div role="status" aria-label="Applying the rules">
        <SkeletonBar width={240} />
      </div>
    )
  // Mere information is for those who can still decide.
  const findings = data.findings.filter(
    ({ severity }) => !isOver || severity !== 'info',
  )
  return <Findings findings={findings} ruleCount={data.ruleCount} />
}

function DecodingSkeleton() {
  return (
    <div role="status" aria-label="Decoding" className={classes.skeleton}>
      <SkeletonBar width={120} />
      <SkeletonBar width={320} height={20} />
      <SkeletonBar width={240} />
      <SkeletonBar width={280} />
    </div>
  )
}
