import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Hex } from 'viem'
import { CopyButton } from '../../components/CopyButton.js'
import { useNameOf } from '../../hooks/useNameOf.js'
import { openApproval, openFlow } from '../../lib/flowSearch.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatCount } from '../../lib/formatCount.js'
import { paths } from '../../lib/paths.js'
import {
  type SentExecution,
  sentExecutions,
} from '../../preferences/sentExecutions.js'
import type { SignableKind } from '../../trust/signable.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { Remark } from '../../ui/Remark.js'
import { Status } from '../../ui/Status.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeError } from '../../words/errors.js'
import {
  type ExecutionState,
  executionQuery,
  isDropped,
} from '../act/executionState.js'
import { hashKept, type Kept, saveKept } from '../act/kept.js'
import type { Outcome } from '../act/outcome.js'
import { useHandIn } from '../review/useHandIn.js'
import { endings, TransactionLink } from './endings.js'
import classes from './Progress.module.css'
import { ProgressTitle } from './ProgressTitle.js'
import { SpeedUp } from './SpeedUp.js'

/** What became of it, told until there is nothing more to wait for. */
export function Progress({
  place,
  outcome,
  onClose,
}: {
  place: SafePlace
  outcome: Outcome
  onClose: () => void
}) {
  switch (outcome.kind) {
    case 'signed':
      return <Signed place={place} {...outcome} onClose={onClose} />
    case 'hosted':
      return (
        <Ending
          place={place}
          title="Handed to the host"
          of={outcome.of}
          hash={outcome.hash}
          onClose={onClose}
        >
          <p role="status">{endings[outcome.of].hosted}</p>
        </Ending>
      )
    case 'batched':
      return <Batched count={outcome.count} onClose={onClose} />
    case 'proposed':
      return (
        <Ending
          place={place}
          title="Proposed"
          of="transaction"
          hash={outcome.safeTxHash}
          onClose={onClose}
        >
          <p>
            It waits for the owners now: {place.safe.threshold} of them have to
            sign before it can be executed. Your own signature says who proposed
            it and counts for nothing else.
          </p>
        </Ending>
      )
    case 'handed':
      return <Handed place={place} {...outcome} onClose={onClose} />
    case 'kept':
      return <KeptHere place={place} {...outcome} onClose={onClose} />
    case 'sent':
      return <Sent place={place} sent={outcome.sent} onClose={onClose} />
  }
}

function Signed({
  place,
  of,
  hash,
  missing,
  onClose,
}: Extract<Outcome, { kind: 'signed' }> & {
  place: SafePlace
  onClose: () => void
}) {
  const { Rest, Result } = endings[of]
  return (
    <Ending place={place} title="Signed" of={of} hash={hash} onClose={onClose}>
      <p role="status">
        Your seal is with the gateway.{' '}
        <Rest place={place} hash={hash} missing={missing} />
      </p>
      {missing === 0 && <Result place={place} hash={hash} />}
    </Ending>
  )
}

/** Proposed; what is left to do happens in the safe that owns this one. */
function Handed({
  place,
  safeTxHash,
  to,
  onClose,
}: Extract<Outcome, { kind: 'handed' }> & {
  place: SafePlace
  onClose: () => void
}) {
  const name = useNameOf(place)(to) ?? formatAddress(to, { digits: 4 })
  return (
    <section className={classes.progress} aria-labelledby="progress">
      <ProgressTitle>Proposed, not signed yet</ProgressTitle>
      <p>
        The gateway has the transaction. It joins the queue when {name} has
        approved it, which is a transaction of {name} itself.
      </p>
      <div className={classes.actions}>
        <LinkButton
          to={paths.queue}
          search={openApproval({
            chain: place.chain,
            parent: to,
            child: place.address,
            safeTxHash,
          })}
        >
          Go on as {name}
        </LinkButton>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </section>
  )
}

function KeptHere({
  place,
  kept,
  error,
  onClose,
}: {
  place: SafePlace
  kept: Kept
  error: unknown
  onClose: () => void
}) {
  const submit = useHandIn([kept])
  const { taken, Result } = endings[kept.kind]
  const hash = hashKept(kept)
  if (submit.isSuccess)
    return (
      <Ending
        place={place}
        title="Signed"
        of={kept.kind}
        hash={hash}
        onClose={onClose}
      >
        <p role="status">{taken}</p>
        <Result place={place} hash={hash} />
      </Ending>
    )
  return (
    <section className={classes.progress} aria-labelledby="progress">
      <ProgressTitle>Signed, and kept in this browser</ProgressTitle>
      <Remark kind="warn" role="alert">
        The gateway did not take it: {describeError(submit.error ?? error)} Your
        signature is not lost: it is kept here and can be submitted later, or
        handed to the others as a file.
      </Remark>
      <div className={classes.actions}>
        <Button loading={submit.isPending} onClick={() => submit.mutate()}>
          Submit again
        </Button>
        <Button variant="default" onClick={() => saveKept(kept)}>
          Save as a file
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </section>
  )
}

export const statusWords: Record<ExecutionState['status'], string> = {
  processing: 'Waiting for a block',
  replaced: 'Replaced',
  indexing: 'Mined, waiting for the gateway to index it',
  success: 'Executed',
  failed: 'Failed',
  different: 'Something else was mined',
}

export function Sent({
  place,
  sent: first,
  onClose,
}: {
  place: SafePlace
  sent: SentExecution
  onClose: () => void
}) {
  const [sent, setSent] = useState(first)
  const { data: state, error } = useQuery(executionQuery(place.chain, sent))
  const status = state?.status ?? 'processing'
  const isOver =
    status === 'success' || status === 'failed' || status === 'replaced'
  const isLost = isDropped(state)
  return (
    <section className={classes.progress} aria-labelledby="progress">
      <ProgressTitle>{isLost ? 'Dropped' : statusWords[status]}</ProgressTitle>
      <ol className={classes.steps}>
        <li>
          <Status kind="ok">Sent</Status>
          <span className={classes.hash}>{sent.transactionHash}</span>
          <CopyButton label="Copy" text={sent.transactionHash} />
        </li>
        <li>
          <Mined state={state} />
        </li>
        <li>
          <Status kind={status === 'success' ? 'ok' : 'waiting'}>
            {status === 'success' ? 'Indexed' : 'Indexed by the gateway'}
          </Status>
        </li>
      </ol>
      {error && (
        <Remark kind="warn">
          {place.chain.name} does not answer: {describeError(error)} It is asked
          again every second; what was sent goes on without this page.
        </Remark>
      )}
      <Trouble state={state} isLost={isLost} />
      {state && 'instead' in state && (
        <Remark kind="warn" role="status">
          Not the transaction that was sent last, but {state.instead} ran it.
          The other one does nothing more to the safe: a nonce runs once.
        </Remark>
      )}
      {status === 'processing' && (
        <SpeedUp place={place} sent={sent} onSent={setSent} />
      )}
      <div className={classes.actions}>
        <Button onClick={onClose}>{isOver ? 'Done' : 'Close'}</Button>
        {isLost && (
          <Button
            variant="default"
            onClick={() => {
              void sentExecutions.remove(sent.safeTxHash)
              onClose()
            }}
          >
            Stop waiting for it
          </Button>
        )}
        <TransactionLink place={place} hash={sent.safeTxHash} />
      </div>
      {!isOver && (
        <p className={classes.hint}>
          This page can be closed: it is followed in every tab.
        </p>
      )}
    </section>
  )
}

function Mined({ state }: { state: ExecutionState | undefined }) {
  if (state && 'block' in state)
    return (
      <Status kind={state.status === 'different' ? 'danger' : 'ok'}>
        In block {String(state.block)}
      </Status>
    )
  return <Status kind="waiting">In a block</Status>
}

function Trouble({
  state,
  isLost,
}: {
  state: ExecutionState | undefined
  isLost: boolean
}) {
  const sentence = describeTrouble(state, isLost)
  if (!sentence) return null
  return (
    <Remark kind="danger" role="alert">
      {sentence}
    </Remark>
  )
}

export function describeTrouble(
  state: ExecutionState | undefined,
  isLost: boolean,
): string | undefined {
  if (isLost)
    return 'The node does not know this transaction any more. It was probably dropped; the safe has not moved, and it can be executed again.'
  switch (state?.status) {
    case 'failed':
      return `It was mined and failed: ${state.reason ?? 'the node gives no reason.'}`
    case 'replaced':
      return state.isNonceUsed
        ? 'Another transaction of your account took its place, and the nonce of the safe is used up. Look into the history.'
        : 'Another transaction of your account took its place. The safe has not moved; it can be executed again.'
    case 'different':
      return 'What was mined under this hash is not what this page showed. Stop, and look at it together with the other owners.'
    default:
      return undefined
  }
}

function Batched({ count, onClose }: { count: number; onClose: () => void }) {
  return (
    <section className={classes.progress} aria-labelledby="progress">
      <ProgressTitle>Added to the batch</ProgressTitle>
      <p>
        {formatCount(count, 'call')} {count === 1 ? 'waits' : 'wait'} in this
        browser to become one transaction. Nothing was signed, and nobody else
        knows of it.
      </p>
      <div className={classes.actions}>
        <LinkButton to="." search={openFlow('batch')} replace>
          Open the batch
        </LinkButton>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </div>
    </section>
  )
}

function Ending({
  place,
  title,
  of,
  hash,
  onClose,
  children,
}: {
  place: SafePlace
  title: string
  of: SignableKind
  hash: Hex | undefined
  onClose: () => void
  children: ReactNode
}) {
  const { OpenLink } = endings[of]
  return (
    <section className={classes.progress} aria-labelledby="progress">
      <ProgressTitle>{title}</ProgressTitle>
      {children}
      <div className={classes.actions}>
        <Button onClick={onClose}>Done</Button>
        {hash && <OpenLink place={place} hash={hash} />}
      </div>
    </section>
  )
}
