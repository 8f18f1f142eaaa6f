import type { TransactionSummary } from '@covault/api'
import { useCallbackRef } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { memo, useMemo } from 'react'
import type { Address } from 'viem'
import { formatCount } from '../lib/formatCount.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { Seal } from '../ui/Seal.js'
import { SectionHead } from '../ui/SectionHead.js'
import { Tag } from '../ui/Tag.js'
import { useFindName } from './names.js'
import { type OwnWork, useOwnWork } from './ownWork.js'
import { ProvenanceMark } from './ProvenanceMark.js'
import { QueueAction } from './QueueAction.js'
import classes from './QueueList.module.css'
import type { QueueRow } from './queueRows.js'
import type { OpenSafe } from './SafeGate.js'
import { TransactionHeads, TransactionRow } from './TransactionRow.js'
import { type PendingStatus, TransactionStatus } from './TransactionStatus.js'
import {
  type OpenPlace,
  OpenTransaction,
} from './transaction/OpenTransaction.js'
import { type Measured, useRowsInView } from './useRowsInView.js'

/** Pixels, before a line is measured. */
const heights = { head: 64, conflict: 32, or: 28, entry: 61 }

/**
 * What waits: the next nonce, then the others, rivals side by side. Hundreds
 * may wait: only what is in view exists.
 */
export function QueueList({
  open,
  rows,
  isWhole,
  openId,
  onOpen,
  onNeedNext,
}: {
  open: OpenSafe
  rows: readonly QueueRow[]
  /** Nothing more is to come. */
  isWhole: boolean
  /** The row that is open. */
  openId: string | undefined
  onOpen: (id: string | undefined) => void
  /** Undefined where there is nothing beyond, or it is on its way. */
  onNeedNext: (() => void) | undefined
}) {
  const { chain, address, safe } = open
  const place = useMemo(
    () => ({ chain, address, safe }),
    [chain, address, safe],
  )
  const own = useOwnWork()
  const toggle = useCallbackRef(onOpen)
  const { list, shown } = useRowsInView({
    rows,
    guessHeight: ({ kind }) => heights[kind],
    onNeedNext,
  })
  return (
    <ul {...list}>
      {shown.map(({ row, measured }) =>
        row.kind === 'entry' ? (
          <Waiting
            key={row.key}
            place={place}
            nonce={row.nonce}
            transaction={row.transaction}
            brace={row.brace}
            own={own}
            isOpen={row.transaction.id === openId}
            onOpen={toggle}
            measured={measured}
          />
        ) : (
          <li
            key={row.key}
            className={classes[row.kind]}
            aria-hidden={row.kind === 'or' || undefined}
            data-index={measured.index}
            ref={measured.ref}
          >
            {row.kind === 'head' && (
              <>
                <Head open={open} head={row} isWhole={isWhole} />
                {measured.index === 0 && (
                  <TransactionHeads
                    lead="Nonce"
                    sentence="What it does"
                    end={<span className={classes.confirmations}>Seals</span>}
                    hasActions
                  />
                )}
              </>
            )}
            {row.kind === 'conflict' && (
              <>
                <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
                Nonce {String(row.nonce)}: only one of these {row.count} can run
              </>
            )}
            {row.kind === 'or' && 'or'}
          </li>
        ),
      )}
    </ul>
  )
}

function Head({
  open: { provenance, safe },
  head: { label, nonces },
  isWhole,
}: {
  open: OpenSafe
  head: Extract<QueueRow, { kind: 'head' }>
  isWhole: boolean
}) {
  if (label === 'Next')
    return (
      <SectionHead
        id={label}
        title={label}
        note={safe && `safe nonce ${safe.nonce}`}
        end={provenance && <ProvenanceMark of={provenance} />}
      />
    )
  return (
    <SectionHead
      id={label}
      title={label}
      note={`${isWhole ? formatCount(nonces, 'nonce') : 'More'} after it, in nonce order`}
    />
  )
}

/** While one scrolls, only those that come into view are drawn. */
const Waiting = memo(function Waiting({
  place,
  nonce,
  transaction,
  brace,
  own,
  isOpen,
  onOpen,
  measured,
}: Pick<
  Extract<QueueRow, { kind: 'entry' }>,
  'nonce' | 'transaction' | 'brace'
> & {
  place: OpenPlace
  own: OwnWork
  isOpen: boolean
  onOpen: (id: string | undefined) => void
  measured: Measured
}) {
  const { chain, safe } = place
  const { id } = transaction
  return (
    <TransactionRow
      className={brace && classes[brace]}
      chain={chain}
      transaction={transaction}
      lead={<Nonce nonce={nonce} />}
      end={
        <Confirmations
          chain={chain}
          transaction={transaction}
          owners={safe?.owners ?? []}
          own={own}
        />
      }
      action={
        <QueueAction
          transaction={transaction}
          safe={safe}
          account={own.account}
        />
      }
      opening={{
        isOpen,
        onToggle: () => onOpen(isOpen ? undefined : id),
        renderInside: () => <OpenTransaction open={place} id={id} />,
      }}
      measured={measured}
    />
  )
})

/** The word is said, and shown where no column head says it. */
export function Nonce({ nonce }: { nonce: bigint | undefined }) {
  if (nonce === undefined) return null
  return (
    <>
      <span className={classes.word}>Nonce </span>
      {String(nonce)}
    </>
  )
}

/** As many seals as fit beside the count. */
const mostSeals = 8

/** Who has sealed it, in the fixed order of the owners, and how it stands. */
export function Confirmations({
  chain,
  transaction: { id, executionInfo, txStatus },
  owners,
  own,
}: {
  chain: ChainConfig
  transaction: TransactionSummary
  owners: readonly Address[]
  own: OwnWork
}) {
  const findName = useFindName()
  const { account } = own
  if (executionInfo?.type !== 'MULTISIG') return null
  const { confirmationsSubmitted, confirmationsRequired, missingSigners } =
    executionInfo
  const missing = missingSigners?.map(({ value }) => value)
  const shown = missing && listSeals(owners, missing, account)
  return (
    <span className={classes.confirmations}>
      <span className={classes.seals}>
        {shown?.map(({ owner, state }) => {
          const name = findName({ chainId: chain.chainId, address: owner })
          return (
            <Seal
              key={owner}
              address={owner}
              state={state}
              title={`${name ?? owner}, ${state === 'signed' ? 'signed, says the gateway' : 'not signed'}`}
            />
          )
        })}
        {shown && owners.length > shown.length && (
          <span className={classes.count}>+{owners.length - shown.length}</span>
        )}
        <span className={classes.count}>
          {confirmationsSubmitted} of {confirmationsRequired}
        </span>
        {/* Owners sign what they propose. */}
        {confirmationsSubmitted === 0 && <Tag>by a proposer</Tag>}
      </span>
      <TransactionStatus
        status={txStatus}
        pending={findPending(own, { id, nonce: executionInfo.nonce })}
        isAskingYou={Boolean(account && missing?.includes(account))}
      />
    </span>
  )
}

/** Sent by this browser, or about to lose its nonce to what was sent. */
function findPending(
  { sent, kept }: OwnWork,
  { id, nonce }: { id: string; nonce: bigint },
): PendingStatus | undefined {
  const rival = sent?.find(
    ({ value }) => value.nonce === nonce && id.includes(value.safe),
  )?.value
  if (rival && !id.endsWith(rival.safeTxHash)) return 'replaced'
  if (rival) return rival.block === undefined ? 'processing' : 'indexing'
  return kept?.some(({ value }) => id.endsWith(value.safeTxHash))
    ? 'submitting'
    : undefined
}

/** Of many owners those who signed come first, and you. */
function listSeals(
  owners: readonly Address[],
  missing: readonly Address[],
  account: Address | null | undefined,
): { owner: Address; state: 'signed' | 'you' | 'open' }[] {
  const seals = owners.map((owner) => {
    const isMissing = missing.includes(owner)
    const state = isMissing ? (owner === account ? 'you' : 'open') : 'signed'
    return { owner, state } as const
  })
  if (seals.length <= mostSeals) return seals
  return seals.filter(({ state }) => state !== 'open').slice(0, mostSeals)
}
