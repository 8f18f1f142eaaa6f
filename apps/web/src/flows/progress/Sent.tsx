import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { CopyButton } from '../../components/CopyButton.js'
import { HashValue } from '../../components/transaction/HashValue.js'
import { useHeadline } from '../../hooks/useHeadline.js'
import { endHeadline } from '../../lib/endHeadline.js'
import {
  type SentExecution,
  sentExecutions,
} from '../../preferences/sentExecutions.js'
import { isAlone } from '../../queries/gateway.js'
import { transactionQuery } from '../../queries/transactions.js'
import { AddressText } from '../../ui/AddressText.js'
import column from '../../ui/Column.module.css'
import { Remark } from '../../ui/Remark.js'
import { Status } from '../../ui/Status.js'
import { readTransaction } from '../../understand/decode/readTransaction.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeError } from '../../words/errors.js'
import {
  type ExecutionState,
  executionQuery,
  isDropped,
} from '../act/executionState.js'
import { PageLink } from './Ending.js'
import classes from './Progress.module.css'
import { ProgressPage } from './ProgressPage.js'
import { SpeedUp } from './SpeedUp.js'

export const statusWords: Record<ExecutionState['status'], string> = {
  processing: 'Waiting for a block',
  replaced: 'Replaced',
  indexing: 'Mined, waiting for the gateway to index it',
  success: 'Executed',
  failed: 'Failed',
  different: 'A different transaction was mined',
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
    <ProgressPage title={isLost ? 'Dropped' : statusWords[status]}>
      {status === 'success' && <Headline place={place} sent={sent} />}
      <ol className={classes.steps}>
        <li>
          <Status kind="ok">Sent to the network</Status>
          <span>Transaction hash</span>
          <HashValue hash={sent.transactionHash} />
          <CopyButton label="Copy" text={sent.transactionHash} />
        </li>
        <li>
          <Mined state={state} />
        </li>
        {!isAlone && (
          <li>
            <Status kind={status === 'success' ? 'ok' : 'waiting'}>
              {status === 'success'
                ? 'Listed in the history'
                : 'Not in the history yet'}
            </Status>
          </li>
        )}
      </ol>
      {error && (
        <Remark kind="warn">
          Can’t reach {place.chain.name}. {describeError(error)} Retrying… The
          transaction continues without this page.
        </Remark>
      )}
      <Trouble state={state} isLost={isLost} />
      {state && 'instead' in state && (
        <Remark kind="warn" role="status">
          An earlier attempt, {state.instead}, was mined instead of the latest
          one. The latest one has no effect: each nonce is executed only once.
        </Remark>
      )}
      {status === 'processing' && (
        <SpeedUp place={place} sent={sent} onSent={setSent} />
      )}
      <div className={column.actions}>
        <Button onClick={onClose}>{isOver ? 'Done' : 'Close'}</Button>
        {isLost && (
          <Button
            variant="default"
            onClick={() => {
              void sentExecutions.remove(sent.safeTxHash)
              onClose()
            }}
          >
            Stop waiting
          </Button>
        )}
        <PageLink place={place} of="transaction" hash={sent.safeTxHash} />
      </div>
      {!isOver && (
        <p className={column.hint}>
          You can close this page. Covault follows the transaction in every tab.
        </p>
      )}
    </ProgressPage>
  )
}

/** What was executed, read from its bytes. */
function Headline({
  place,
  sent: { safeTxHash },
}: {
  place: SafePlace
  sent: SentExecution
}) {
  const { chain, address, safe } = place
  const { chainId } = chain
  const { data } = useQuery(
    transactionQuery({ chainId, address, id: safeTxHash }),
  )
  const signed = useMemo(
    () =>
      data &&
      readTransaction(data, { chainId, address, version: safe.version }).signed,
    [data, chainId, address, safe.version],
  )
  const words = useHeadline(
    place,
    signed?.hashes.signed === safeTxHash ? signed.transaction : undefined,
    { tense: 'done' },
  )
  if (!words) return null
  return (
    <p className={classes.words}>
      <AddressText text={endHeadline(words)} />
    </p>
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
    return 'The RPC endpoint no longer knows this transaction, so it was probably dropped. The safe hasn’t changed, and you can execute again.'
  switch (state?.status) {
    case 'failed':
      return `The transaction was executed and failed. ${state.reason ?? 'The RPC endpoint gives no reason.'}`
    case 'replaced':
      return state.isNonceUsed
        ? 'Another transaction from your account replaced this one, and the safe’s nonce is used. Check the history.'
        : 'Another transaction from your account replaced this one. The safe hasn’t changed, and you can execute again.'
    case 'different':
      return 'The executed transaction isn’t the one this page showed. Stop, and check it with the other owners.'
    default:
      return undefined
  }
}
