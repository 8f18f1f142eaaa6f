import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyButton } from '../../components/CopyButton.js'
import {
  type SentExecution,
  sentExecutions,
} from '../../preferences/sentExecutions.js'
import { Remark } from '../../ui/Remark.js'
import { Status } from '../../ui/Status.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeError } from '../../words/errors.js'
import {
  type ExecutionState,
  executionQuery,
  isDropped,
} from '../act/executionState.js'
import { PageLink } from './Ending.js'
import classes from './Progress.module.css'
import { ProgressTitle } from './ProgressTitle.js'
import { SpeedUp } from './SpeedUp.js'

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
        <PageLink place={place} of="transaction" hash={sent.safeTxHash} />
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
