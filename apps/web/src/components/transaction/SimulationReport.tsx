import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { useRerun } from '../../hooks/useRerun.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatCount, formatNumber } from '../../lib/formatCount.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { headQuery } from '../../trust/head.js'
import { sourceNames } from '../../trust/provenance.js'
import type {
  FailingCall,
  Shortage,
  SimulatedOutcome,
  Simulation,
} from '../../trust/simulate.js'
import { Moment } from '../../ui/Moment.js'
import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { Status } from '../../ui/Status.js'
import type { SimulationState } from '../../understand/assess/simulationState.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { toNumber } from '../../understand/tell/describeCalls.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import { writeAmount } from '../../understand/tell/limitWords.js'
import { describeCustomError } from '../../words/customErrors.js'
import { describeError } from '../../words/errors.js'
import { describeRevert, isFailedCall } from '../../words/reverts.js'
import { ProvenanceMark } from '../ProvenanceMark.js'
import { AssetChanges } from './AssetChanges.js'
import { SimulatedEvents } from './SimulatedEvents.js'
import classes from './SimulationReport.module.css'
import { StorageTable } from './StorageTable.js'

/** What a run on the reader's own endpoint shows, in every state. */
export function SimulationReport({
  place,
  nonce,
  state: { isOn, data, error, refetch },
  nameOf,
}: {
  place: SafePlace
  nonce: bigint
  state: SimulationState
  nameOf: NameOf
}) {
  if (!isOn)
    return (
      <p className={classes.note}>
        Not simulated: simulation is off in the settings, or {place.chain.name}{' '}
        does not offer it.
      </p>
    )
  if (!data && error)
    return (
      <div className={classes.report} data-simulation="unavailable">
        <Remark kind="warn" role="alert">
          Can’t simulate this transaction: {describeError(error)} The rest of
          this page is computed from its bytes.
        </Remark>
        <div>
          <RetryButton size="xs" onRetry={refetch} />
        </div>
      </div>
    )
  if (!data)
    return (
      <div role="status" aria-label="Simulating" className={classes.report}>
        <SkeletonBar width={280} />
        <SkeletonBar width={240} />
      </div>
    )
  const { outcome, effects, storage } = data
  return (
    <div className={classes.report} data-simulation={outcome.status}>
      <Outcome chain={place.chain} outcome={outcome} />
      {effects && <AssetChanges chain={place.chain} effects={effects} />}
      {storage && <StorageTable rows={storage} />}
      {outcome.status !== 'reverted' && !storage && (
        <Remark kind="warn">
          This RPC endpoint reports only success or failure. It can’t show
          balances, approvals or changes to the safe.
        </Remark>
      )}
      {effects && !effects.logs && (
        <Remark kind="warn">
          This RPC endpoint reports balances only. Approvals and events are not
          listed.
        </Remark>
      )}
      {effects?.logs && <SimulatedEvents logs={effects.logs} nameOf={nameOf} />}
      <Circumstances
        place={place}
        nonce={nonce}
        simulation={data}
        error={error}
        refetch={refetch}
        nameOf={nameOf}
      />
    </div>
  )
}

function Outcome({
  chain,
  outcome,
}: {
  chain: ChainConfig
  outcome: SimulatedOutcome
}) {
  switch (outcome.status) {
    case 'success':
      return (
        <Status kind="ok">
          Would succeed
          {outcome.gasUsed !== undefined &&
            `, ${formatNumber(outcome.gasUsed)} gas`}
        </Status>
      )
    case 'failed':
      return (
        <Remark kind="danger" role="alert">
          This transaction would fail, and its nonce would still be used.
          <Short chain={chain} shortage={outcome.shortage} />
          <Failing {...outcome} />
        </Remark>
      )
    case 'reverted':
      return (
        <Remark kind="danger" role="alert">
          This transaction would fail.
          <Short chain={chain} shortage={outcome.shortage} />
          {!isExplained(outcome) && ` ${describeFailure(outcome.data)}`}
          <Failing {...outcome} />
        </Remark>
      )
  }
}

/** Every failing call ends in one code: a cause that is known says more. */
function isExplained({
  data,
  shortage,
  failing,
}: Extract<SimulatedOutcome, { status: 'reverted' }>): boolean {
  return isFailedCall(data) && Boolean(shortage ?? failing)
}

function Short({
  chain: { nativeCurrency },
  shortage,
}: {
  chain: ChainConfig
  shortage: Shortage | undefined
}) {
  if (!shortage) return null
  return (
    <>
      {' '}
      The safe holds only {writeAmount(shortage.balance, nativeCurrency)}, but
      this transaction sends {writeAmount(shortage.sent, nativeCurrency)}.
    </>
  )
}

function Failing({
  failing,
  shortage,
}: {
  failing: FailingCall | undefined
  shortage: Shortage | undefined
}) {
  if (!failing) return null
  const isPayment = shortage !== undefined && failing.data === '0x'
  return (
    <>
      {' '}
      Call {toNumber(failing.path)} fails
      {isPayment ? '.' : `: ${describeFailure(failing.data)}`}
    </>
  )
}

function describeFailure(data: Hex): string {
  return describeCustomError(data) ?? describeRevert({ data })
}

/** How, where, when and as whom it was run. */
function Circumstances({
  place: { chain, safe },
  nonce,
  simulation: { method, provenance, executor, at },
  error,
  refetch,
  nameOf,
}: Pick<SimulationState, 'error' | 'refetch'> & {
  place: SafePlace
  nonce: bigint
  simulation: Simulation
  nameOf: NameOf
}) {
  const { data: head } = useQuery(headQuery(chain))
  const { block, endpoint } = provenance
  const age = head && head.number > block ? head.number - block : 0n
  useRerun({ age, at, error, refetch })
  const who = nameOf(executor) ?? formatAddress(executor, { digits: 4 })
  return (
    <div className={classes.circumstances}>
      <ProvenanceMark of={provenance} />
      <Age age={age} error={error} />
      <p className={classes.note}>
        Simulated at <Moment at={at} form="time" /> on{' '}
        {sourceNames[endpoint.source]} ({method}), as if {who} executed it with
        enough signatures.
      </p>
      {nonce > safe.nonce && (
        <p className={classes.note}>
          Simulated at nonce {String(nonce)}, without the earlier transactions
          in the queue. They may change balances before this one is executed.
        </p>
      )}
      <div>
        <Button size="xs" variant="default" onClick={() => void refetch()}>
          Simulate again
        </Button>
      </div>
    </div>
  )
}

/** Always a line of the same height: nothing jumps from block to block. */
function Age({ age, error }: { age: bigint; error: Error | null }) {
  if (age === 0n && !error)
    return <Remark kind="ok">Simulated at the latest block.</Remark>
  return (
    <Remark kind="warn">
      {age > 0n &&
        `Simulated ${formatCount(Number(age), 'block')} ago. Balances may have changed. `}
      {error && `Can’t simulate again: ${describeError(error)}`}
    </Remark>
  )
}
