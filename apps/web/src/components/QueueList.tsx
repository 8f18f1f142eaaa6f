import type { Draft } from '@covault/api'
import { useCallbackRef } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { memo, useMemo } from 'react'
import { useDrafts } from '../hooks/useDraft.js'
import { type OwnWork, useOwnWork } from '../hooks/useOwnWork.js'
import { type Measured, useRowsInView } from '../hooks/useRowsInView.js'
import { formatCount } from '../lib/formatCount.js'
import { keepTogether } from '../lib/keepTogether.js'
import { SectionHead } from '../ui/SectionHead.js'
import type { QueueRow } from '../understand/rows/queueRows.js'
import type { OpenPlace } from '../understand/safe/safePlace.js'
import { nonceWords } from '../words/nonces.js'
import { ListHeads } from './ListRow.js'
import { ProvenanceMark } from './ProvenanceMark.js'
import classes from './QueueList.module.css'
import { RowShare } from './RowShare.js'
import type { OpenSafe } from './SafeGate.js'
import { DraftTag } from './team/DraftTag.js'
import { OpenTransaction } from './transaction/OpenTransaction.js'
import { WaitingRow } from './WaitingRow.js'

/** Pixels, before a line is measured. */
const heights = { head: 64, conflict: 32, or: 28, entry: 61 }

/**
 * What waits: the next nonce, then the others, conflicting ones side by side. Hundreds
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
  const drafts = useDrafts(open)
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
            transaction={row.transaction}
            draft={drafts?.find(({ transaction: { id } }) => id === row.key)}
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
            data-index={measured.index}
            ref={measured.ref}
          >
            {row.kind === 'head' && (
              <>
                <Head open={open} head={row} isWhole={isWhole} />
                {measured.index === 0 && (
                  <ListHeads
                    lead={<span title={nonceWords}>Nonce</span>}
                    sentence="What it does"
                    end={<span className={classes.seals}>Signatures</span>}
                    hasActions
                  />
                )}
              </>
            )}
            {row.kind === 'conflict' && (
              <>
                <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
                {keepTogether(
                  `Conflicting transactions at nonce ${row.nonce}. Only one of these ${row.count} can be executed.`,
                )}
              </>
            )}
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
        note={safe && `nonce ${safe.nonce}`}
        end={provenance && <ProvenanceMark of={provenance} />}
      />
    )
  return (
    <SectionHead
      id={label}
      title={label}
      note={
        isWhole
          ? `${formatCount(nonces, 'nonce')}, lowest first`
          : 'lowest first'
      }
    />
  )
}

/** While one scrolls, only those that come into view are drawn. */
const Waiting = memo(function Waiting({
  place,
  transaction,
  draft,
  brace,
  own,
  isOpen,
  onOpen,
  measured,
}: Pick<Extract<QueueRow, { kind: 'entry' }>, 'transaction' | 'brace'> & {
  place: OpenPlace
  draft: Draft | undefined
  own: OwnWork
  isOpen: boolean
  onOpen: (id: string | undefined) => void
  measured: Measured
}) {
  const { id } = transaction
  return (
    <WaitingRow
      className={brace && classes[brace]}
      place={place}
      transaction={transaction}
      draft={draft && <DraftTag chain={place.chain} draft={draft} />}
      own={own}
      hasAction
      share={<RowShare subject={{ id }} />}
      isConflicting={brace !== undefined}
      opening={{
        isOpen,
        onToggle: () => onOpen(isOpen ? undefined : id),
        renderInside: () => <OpenTransaction open={place} id={id} />,
      }}
      measured={measured}
    />
  )
})
