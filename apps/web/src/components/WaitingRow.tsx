import type { TransactionSummary } from '@covault/api'
import type { ReactNode } from 'react'
import { findKept, type OwnWork } from '../hooks/useOwnWork.js'
import { useRowBytes, useRowCheck } from '../hooks/useRowCheck.js'
import { useRowFindings } from '../hooks/useRowFindings.js'
import type { Measured } from '../hooks/useRowsInView.js'
import { isUnreached } from '../trust/chainClient.js'
import { Status } from '../ui/Status.js'
import { listTransaction } from '../understand/rows/listedRow.js'
import { findStanding } from '../understand/rows/rowStanding.js'
import type { OpenPlace } from '../understand/safe/safePlace.js'
import { nonceWords } from '../words/nonces.js'
import { writeUnchecked } from '../words/outages.js'
import { Confirmations } from './Confirmations.js'
import type { Opening } from './ListRow.js'
import { QueueAction } from './QueueAction.js'
import classes from './QueueList.module.css'
import { RowConflict } from './RowConflict.js'
import { RowRemarks } from './RowRemarks.js'
import { TransactionRow } from './TransactionRow.js'

/** One that waits, as its bytes tell it once they were checked here. */
export function WaitingRow({
  place,
  transaction,
  draft,
  own,
  hasAction = false,
  share,
  isConflicting = false,
  opening,
  ...look
}: {
  className?: string | undefined
  place: OpenPlace
  transaction: TransactionSummary
  /** Who saved it, where it is a draft. */
  draft?: ReactNode
  own: OwnWork
  /** What the reader can do about it stands at its end. */
  hasAction?: boolean
  /** Hands it on, beside that. */
  share?: ReactNode
  /** Others wait at its nonce. */
  isConflicting?: boolean
  opening?: Opening
  measured?: Measured
}) {
  const { chain, safe } = place
  const local = findKept(own, transaction.id)
  const row = listTransaction(transaction, local)
  const isOnlyHere = local !== undefined && !local.isProposed
  const { check, isFailed, error } = useRowCheck(place, row)
  const unchecked = useRowBytes(place, { id: transaction.id, isFailed })
  const standing = row && findStanding(row, { safe, check, isFailed })
  const meaning = check?.status === 'checked' ? check.meaning : undefined
  const rules = useRowFindings(place, meaning?.judged)
  const isChecking = Boolean(
    safe &&
      standing &&
      check?.status !== 'differs' &&
      !(isFailed || rules.isFailed || rules.findings),
  )
  return (
    <TransactionRow
      {...look}
      chain={chain}
      transaction={transaction}
      lead={<Nonce nonce={standing?.nonce} />}
      telling={meaning?.telling ?? unchecked}
      remarks={
        <>
          <RowRemarks
            chain={chain}
            transaction={transaction}
            local={local}
            draft={draft}
            check={check}
            standing={standing}
            findings={rules.findings}
            isChecking={isChecking}
          />
          {unchecked && <Unchecked chain={chain} error={error} />}
          {/* In the queue the others stand right beside it. */}
          {!opening && (
            <RowConflict
              place={place}
              id={transaction.id}
              nonce={standing?.nonce}
            />
          )}
        </>
      }
      end={
        standing && (
          <Confirmations
            chain={chain}
            id={transaction.id}
            standing={standing}
            owners={safe?.owners ?? []}
            {...{ own, isOnlyHere }}
          />
        )
      }
      action={
        hasAction &&
        standing && (
          <QueueAction
            transaction={transaction}
            standing={standing}
            safe={safe}
            account={own.account}
            findings={rules.findings}
            {...{ isConflicting, isOnlyHere, share }}
          />
        )
      }
      {...(opening && { opening })}
    />
  )
}

function Unchecked({
  chain,
  error,
}: {
  chain: { name: string }
  error: unknown
}) {
  return (
    <Status kind="warn">
      {writeUnchecked(chain.name, isUnreached(error))}
    </Status>
  )
}

/** The word is said, and shown where no column head says it. */
export function Nonce({ nonce }: { nonce: bigint | undefined }) {
  if (nonce === undefined) return null
  return (
    <span title={nonceWords}>
      <span className={classes.word}>Nonce </span>
      {String(nonce)}
    </span>
  )
}
