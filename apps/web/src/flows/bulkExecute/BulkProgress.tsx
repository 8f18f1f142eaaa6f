import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CopyButton } from '../../components/CopyButton.js'
import { HashValue } from '../../components/transaction/HashValue.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import type { SentExecution } from '../../preferences/sentExecutions.js'
import column from '../../ui/Column.module.css'
import { Remark } from '../../ui/Remark.js'
import { Status } from '../../ui/Status.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { executionQuery, isDropped } from '../act/executionState.js'
import classes from '../progress/Progress.module.css'
import { ProgressPage } from '../progress/ProgressPage.js'
import { describeTrouble, statusWords } from '../progress/Sent.js'
import { SpeedUp } from '../progress/SpeedUp.js'

/** All of them in one transaction of the sender's. */
export type SentBulk = readonly [SentExecution, ...SentExecution[]]

/** What became of each, told until there is nothing more to wait for. */
export function BulkProgress({
  place,
  sent,
  onClose,
}: {
  place: SafePlace
  sent: SentBulk
  onClose: () => void
}) {
  const [again, setAgain] =
    useState<Pick<SentExecution, 'transactionHash' | 'at'>>()
  const first = { ...sent[0], ...again }
  const { data: state } = useQuery(executionQuery(place.chain, first))
  const status = state?.status ?? 'processing'
  return (
    <ProgressPage title={isDropped(state) ? 'Dropped' : statusWords[status]}>
      <ol className={classes.steps}>
        <li>
          <Status kind="ok">Sent to the network</Status>
          <span>Transaction hash</span>
          <HashValue hash={first.transactionHash} />
          <CopyButton label="Copy" text={first.transactionHash} />
        </li>
        {sent.map((one) => (
          <Executed
            key={one.safeTxHash}
            place={place}
            sent={{ ...one, ...again }}
          />
        ))}
      </ol>
      {status === 'processing' && (
        <SpeedUp
          place={place}
          sent={first}
          onSent={({ transactionHash, at }) =>
            setAgain({ transactionHash, at })
          }
        />
      )}
      <div className={column.actions}>
        <Button onClick={onClose}>
          {status === 'success' ? 'Done' : 'Close'}
        </Button>
      </div>
      {status === 'processing' && (
        <p className={column.hint}>
          You can close this page. Covault follows the transaction in every tab.
        </p>
      )}
    </ProgressPage>
  )
}

const kinds = {
  processing: 'waiting',
  indexing: 'waiting',
  success: 'ok',
  failed: 'danger',
  replaced: 'danger',
  different: 'danger',
} as const

function Executed({
  place: { chain, address },
  sent,
}: {
  place: SafePlace
  sent: SentExecution
}) {
  const { data: state } = useQuery(executionQuery(chain, sent))
  const status = state?.status ?? 'processing'
  const trouble = describeTrouble(state, isDropped(state))
  return (
    <li data-nonce={String(sent.nonce)}>
      <Link
        to={paths.transaction}
        search={{ ...toSafeSearch({ chain, address }), id: sent.safeTxHash }}
      >
        Nonce {String(sent.nonce)}
      </Link>
      <Status kind={kinds[status]}>{statusWords[status]}</Status>
      {trouble && <Remark kind="danger">{trouble}</Remark>}
    </li>
  )
}
