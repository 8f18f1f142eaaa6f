import type { TransactionSummary } from '@covault/api'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { Address } from 'viem'
import { formatCount } from '../lib/formatCount.js'
import {
  type KeptSignature,
  keptSignatures,
} from '../preferences/keptSignatures.js'
import { useRecords } from '../preferences/records.js'
import {
  type SentExecution,
  sentExecutions,
} from '../preferences/sentExecutions.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { Seal } from '../ui/Seal.js'
import { SectionHead } from '../ui/SectionHead.js'
import { accountQuery } from '../wallet/account.js'
import { ChainProvenance } from './ChainProvenance.js'
import { useFindName } from './names.js'
import { QueueAction } from './QueueAction.js'
import classes from './QueueList.module.css'
import type { QueueRow } from './queueRows.js'
import type { OpenSafe } from './SafeGate.js'
import { TransactionHeads, TransactionRow } from './TransactionRow.js'
import { type PendingStatus, TransactionStatus } from './TransactionStatus.js'
import { OpenTransaction } from './transaction/OpenTransaction.js'
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
            open={open}
            row={row}
            openId={openId}
            onOpen={onOpen}
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
  open: { block, safe },
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
        end={block !== undefined && <ChainProvenance block={block} />}
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
  open,
  row: { nonce, transaction, brace },
  openId,
  onOpen,
  measured,
}: {
  open: OpenSafe
  row: Extract<QueueRow, { kind: 'entry' }>
  openId: string | undefined
  onOpen: (id: string | undefined) => void
  measured: Measured
}) {
  const { chain, safe } = open
  const { id } = transaction
  const isOpen = id === openId
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
        />
      }
      action={<QueueAction transaction={transaction} safe={safe} />}
      opening={{
        isOpen,
        onToggle: () => onOpen(isOpen ? undefined : id),
        renderInside: () => <OpenTransaction open={open} id={id} />,
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
}: {
  chain: ChainConfig
  transaction: TransactionSummary
  owners: readonly Address[]
}) {
  const findName = useFindName()
  const { data: account } = useQuery(accountQuery)
  const sent = useRecords(sentExecutions)
  const kept = useRecords(keptSignatures)
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
      </span>
      <TransactionStatus
        status={txStatus}
        pending={findPending({ sent, kept, id, nonce: executionInfo.nonce })}
        isAskingYou={Boolean(account && missing?.includes(account))}
      />
    </span>
  )
}

/** Sent by this browser, or about to lose its nonce to what was sent. */
function findPending({
  sent,
  kept,
  id,
  nonce,
}: {
  sent: readonly { value: SentExecution }[] | undefined
  kept: readonly { value: KeptSignature }[] | undefined
  id: string
  nonce: bigint
}): PendingStatus | undefined {
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
