import type { TransactionDetails as Details } from '@covault/api'
import type { WaitingTransaction } from '@covault/protocol'
import type { ComponentProps } from 'react'
import { useAssessment } from '../../hooks/useAssessment.js'
import { useNested } from '../../hooks/useNested.js'
import { useSimulation } from '../../hooks/useSimulation.js'
import { useWaiting } from '../../hooks/useWaiting.js'
import { endHeadline } from '../../lib/endHeadline.js'
import { toForeignText } from '../../lib/foreignText.js'
import { computedHere, gatewaySays } from '../../trust/provenance.js'
import { AddressText } from '../../ui/AddressText.js'
import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { claimTransaction } from '../../understand/assess/claim.js'
import { withSimulation } from '../../understand/assess/simulation.js'
import type { DecodedTransaction } from '../../understand/decode/decodeTransaction.js'
import { listSettingsChanges } from '../../understand/decode/listSettingsChanges.js'
import type {
  ReadTransaction,
  SignedTransaction,
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
import { Part } from './DetailsFrame.js'
import { DetailsReasons } from './DetailsReasons.js'
import { Findings } from './Findings.js'
import { NestedEffects } from './NestedEffects.js'
import { SettingsChange, SettingsSet } from './SettingsChange.js'
import { SimulationReport } from './SimulationReport.js'
import classes from './TransactionDetails.module.css'
import { WhyBelieve } from './WhyBelieve.js'

const none: readonly WaitingTransaction[] = []

type Shown = {
  place: SafePlace
  details: Details
  decoded: DecodedTransaction
  nameOf: NameOf
}

/** What the bytes do, part by part. */
export function TransactionDocument({
  read,
  ...shown
}: Shown & { read: ReadTransaction }) {
  const { place, details, decoded, nameOf } = shown
  const { signed, digest } = read
  const isOver = details.executedAt !== null
  const nested = useNested(place, { decoded, digest })
  const waiting = useWaiting(place)
  const assessment = useAssessment(place, {
    signed,
    digest,
    decoded,
    nested,
    waiting: isOver ? none : waiting,
    tense: isOver ? readTense(details) : 'planned',
  })
  return (
    <>
      <Meaning {...shown} />
      {signed && <Effects {...shown} signed={signed} />}
      {signed && (
        <Part title="Findings">
          <FindingsOf {...shown} signed={signed} assessment={assessment} />
        </Part>
      )}
      <Calls {...shown} findings={assessment.data?.findings} />
      {nested && nested.length > 0 && (
        <Part
          title={
            isOver
              ? 'What it approved in other safes'
              : 'What it approves in other safes'
          }
        >
          <NestedEffects nested={nested} nameOf={nameOf} />
        </Part>
      )}
      {signed && (
        <WhyBelieve>
          <WhyBelieved {...shown} signed={signed} />
        </WhyBelieve>
      )}
    </>
  )
}

/** In words, and what it changes in the safe itself. */
function Meaning({ place, details, decoded: { intent }, nameOf }: Shown) {
  const tense = readTense(details)
  return (
    <>
      <Part
        title={
          <>
            {tense === 'done' ? 'What it did' : 'What it does'}{' '}
            <ProvenanceMark of={computedHere} />
          </>
        }
      >
        <p className={classes.sentence}>
          <AddressText
            text={endHeadline(describeIntent(intent, nameOf, { tense }))}
          />
        </p>
      </Part>
      <Settings
        place={place}
        intent={intent}
        nameOf={nameOf}
        isOver={details.executedAt !== null}
        tense={tense}
      />
    </>
  )
}

type Signed = Shown & { signed: SignedTransaction }

/** It can still run. */
function isWaiting({ place, details, signed }: Signed): boolean {
  return (
    details.executedAt === null && signed.transaction.nonce >= place.safe.nonce
  )
}

/** A run of what waits, for anyone who looks at it. */
function Effects(shown: Signed) {
  const { place, signed, nameOf } = shown
  const state = useWaitingSimulation(shown)
  if (!isWaiting(shown)) return null
  return (
    <Part title="What would change">
      <SimulationReport
        place={place}
        nonce={signed.transaction.nonce}
        state={state}
        nameOf={nameOf}
      />
    </Part>
  )
}

function useWaitingSimulation(shown: Signed) {
  const { place, signed, decoded } = shown
  return useSimulation(place, {
    transaction: signed.transaction,
    digest: signed.hashes.signed,
    intent: isWaiting(shown) ? decoded.intent : undefined,
  })
}

function Calls({
  place,
  details,
  decoded,
  nameOf,
  findings,
}: Shown & { findings: ComponentProps<typeof CallOutline>['findings'] }) {
  const { tree } = decoded
  const hint = tree.root.method
    ? undefined
    : details.txData?.dataDecoded?.method
  return (
    <Part title="Contract calls" note={describeCoverage(tree)}>
      {hint && (
        <p className={classes.hint}>
          The method may be “{toForeignText(hint)}”.{' '}
          <ProvenanceMark of={gatewaySays} />
        </p>
      )}
      <CallOutline
        chain={place.chain}
        decoded={decoded}
        findings={findings}
        nameOf={nameOf}
      />
    </Part>
  )
}

function WhyBelieved(shown: Signed) {
  const { place, details, decoded, signed } = shown
  const { execution, hashes } = signed
  const isOver = details.executedAt !== null
  const simulation = useWaitingSimulation(shown)
  return (
    <DetailsReasons
      place={place}
      {...(isOver && {
        note: 'for the safe as it is now, not as it was at execution',
      })}
      asked={{
        signable: signed,
        claim: claimTransaction(execution),
        hash: hashes.signed,
        contracts: [...decoded.contracts.values()],
        executed: isOver ? { executor: execution.executor?.value } : undefined,
      }}
      known={{
        kind: 'transaction',
        decoded,
        simulation: isWaiting(shown) ? simulation : undefined,
        proposal: { details, execution },
      }}
    />
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
    <Part
      title={isOver ? 'What changed in the safe' : 'What changes in the safe'}
    >
      {isOver ? (
        <SettingsSet {...change} tense={tense} />
      ) : (
        <SettingsChange {...change} />
      )}
    </Part>
  )
}

function FindingsOf({
  assessment: { data, error, refetch },
  ...shown
}: Signed & { assessment: ReturnType<typeof useAssessment> }) {
  const { details, nameOf } = shown
  const simulation = useWaitingSimulation(shown)
  if (!data)
    return error ? (
      <div className={classes.failure}>
        <Remark kind="warn" role="alert">
          Can’t run the checks: {describeError(error)}
        </Remark>
        <RetryButton size="xs" onRetry={refetch} />
      </div>
    ) : (
      <div role="status" aria-label="Checking">
        <SkeletonBar width={240} />
      </div>
    )
  const isOver = details.executedAt !== null
  const { findings: all, ruleCount } = isWaiting(shown)
    ? withSimulation(data, simulation)
    : data
  // Mere information is for those who can still decide.
  const findings = all.filter(({ severity }) => !isOver || severity !== 'info')
  return (
    <Findings
      findings={findings}
      ruleCount={ruleCount}
      hiddenCount={all.length - findings.length}
      nameOf={nameOf}
    />
  )
}
