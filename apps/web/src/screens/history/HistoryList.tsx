import type { TransactionSummary } from '@covault/api'
import { useCallbackRef } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { VirtualItem } from '@tanstack/react-virtual'
import { memo, useEffect, useMemo, useRef } from 'react'
import { ListHeads } from '../../components/ListRow.js'
import rowClasses from '../../components/ListRow.module.css'
import type { OpenSafe } from '../../components/SafeGate.js'
import { StandingStatus } from '../../components/StandingStatus.js'
import { TransactionRow } from '../../components/TransactionRow.js'
import { OpenTransaction } from '../../components/transaction/OpenTransaction.js'
import { OwnLabel } from '../../components/transaction/OwnLabel.js'
import { Nonce } from '../../components/WaitingRow.js'
import { type Measured, useRowsInView } from '../../hooks/useRowsInView.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { writeNumber } from '../../lib/formatAmount.js'
import { formatCount } from '../../lib/formatCount.js'
import { keepTogether } from '../../lib/keepTogether.js'
import { writeCents } from '../../lib/money.js'
import { findOpened } from '../../queries/movements.js'
import {
  describePrices,
  pricesThenQuery,
  sumValue,
} from '../../queries/pricesThen.js'
import type { HistoryPage, HistoryPlace } from '../../queries/transactions.js'
import { Moment } from '../../ui/Moment.js'
import type { OpenPlace } from '../../understand/safe/safePlace.js'
import { nonceWords } from '../../words/nonces.js'
import { type Net, sumDay, sumFees } from './dayNet.js'
import classes from './HistoryScreen.module.css'
import { type HistoryRow, toHistoryRows } from './historyRows.js'

/** Pixels, before a line is measured. */
const dayHeight = 59
const entryHeight = 61

/** What stays of a page that was let go: its room, and how it ended. */
type Trace = { height: number; lastDay: string | undefined }

/**
 * The past as one long page of which only what is in view exists. Pages far
 * above are let go and come back on the way up; the room they took stays, so
 * that nothing moves.
 */
export function HistoryList({
  open,
  pages,
  openId,
  onOpen,
  hasMore,
  hasFees,
  onNeedNext,
  onNeedPrevious,
}: {
  open: OpenSafe
  pages: readonly HistoryPage[]
  openId: string | undefined
  onOpen: (id: string | undefined) => void
  /** There are older ones than these. */
  hasMore: boolean
  /** Days say what they cost; what a filter finds has one sum of fees, above. */
  hasFees: boolean
  /** Undefined where there is nothing beyond, or it is on its way. */
  onNeedNext: (() => void) | undefined
  onNeedPrevious: (() => void) | undefined
}) {
  const { chain, address, safe } = open
  const place = useMemo(
    () => ({ chain, address, safe }),
    [chain, address, safe],
  )
  const toggle = useCallbackRef(onOpen)
  const traces = useRef(new Map<string, Trace>())
  const above = listAbove(pages[0]?.place).map((url) => traces.current.get(url))
  const dayBefore = above[0]?.lastDay
  const rows = useMemo(
    () => toHistoryRows(pages, dayBefore),
    [pages, dayBefore],
  )
  const entriesOf = (day: string) =>
    rows.flatMap((row) =>
      row.kind === 'entry' && row.day === day ? row.transaction : [],
    )
  // Of a day that goes on where nothing is loaded nobody knows the net.
  const isWhole = (day: string) =>
    day !== dayBefore && (day !== rows.at(-1)?.day || !hasMore)
  const { list, shown, sizes } = useRowsInView({
    rows,
    guessHeight: ({ kind }) => (kind === 'day' ? dayHeight : entryHeight),
    room: above.reduce((sum, trace) => sum + (trace?.height ?? 0), 0),
    onNeedNext,
    onNeedPrevious,
  })
  useEffect(() => {
    for (const [url, trace] of tracePages(rows, sizes))
      traces.current.set(url, trace)
  })
  return (
    <>
      <div className={classes.heads}>
        <ListHeads
          lead="Time"
          sentence="What happened"
          end={
            <span className={classes.end}>
              <span>Result</span>
              <span className={classes.nonce} title={nonceWords}>
                Nonce
              </span>
            </span>
          }
        />
      </div>
      <ul {...list}>
        {shown.map(({ row, measured }) =>
          row.kind === 'day' ? (
            <li key={row.key} data-index={measured.index} ref={measured.ref}>
              <div className={classes.day}>
                <h2>{row.day}</h2>
                {isWhole(row.day) && (
                  <DayNet
                    chain={chain}
                    entries={entriesOf(row.day)}
                    hasFees={hasFees}
                  />
                )}
              </div>
            </li>
          ) : (
            <Entry
              key={row.key}
              place={place}
              transaction={row.transaction}
              isOpen={row.key === openId}
              hasFee={hasFees}
              onOpen={toggle}
              measured={measured}
            />
          ),
        )}
      </ul>
    </>
  )
}

const mostNets = 3

/** What a day changed, what that was worth then, and what it cost. */
function DayNet({
  chain: { chainId, nativeCurrency },
  entries,
  hasFees,
}: {
  chain: OpenSafe['chain']
  entries: readonly TransactionSummary[]
  hasFees: boolean
}) {
  const nets = sumDay(entries, nativeCurrency)
  // The row of a day that has no other says what it cost.
  const fees = hasFees && entries.length > 1 ? sumFees(entries) : 0n
  const { data: prices = [] } = useQuery(
    pricesThenQuery(chainId, {
      day: toDay(entries[0]?.timestamp ?? 0),
      tokens: nets.map(({ token }) => token),
    }),
  )
  const cents = nets.length > 0 ? sumValue(nets, prices) : undefined
  const rest = nets.length - mostNets
  if (nets.length === 0 && fees === 0n) return null
  return (
    <p className={classes.net}>
      {nets.length > 0 && (
        <span>
          {keepTogether(
            `Net ${nets.slice(0, mostNets).map(writeNet).join(', ')}`,
          )}
          {rest > 0 && ` and ${formatCount(rest, 'more token')}`}
          {cents !== undefined && (
            <span title={describePrices(prices)}>
              {keepTogether(` (${writeCents(cents)} USD at the time)`)}
            </span>
          )}
        </span>
      )}
      {fees > 0n && (
        <span
          title={`${writeNumber(fees, nativeCurrency.decimals)} ${nativeCurrency.symbol}`}
        >
          {nets.length > 0 && '. '}Network fees, paid by the executors:{' '}
          {keepTogether(
            `${writeFees(fees, nativeCurrency.decimals)} ${nativeCurrency.symbol}`,
          )}
        </span>
      )}
    </p>
  )
}

/** Nine digits after the point say enough in a head. */
function writeFees(fees: bigint, decimals: number): string {
  const surplus = Math.max(0, decimals - 9)
  return writeNumber(fees / 10n ** BigInt(surplus), decimals - surplus)
}

function toDay(timestamp: number): string {
  return new Date(timestamp).toISOString().slice(0, 10)
}

function writeNet({ token, symbol, decimals, value }: Net): string {
  const unit = symbol ? toForeignText(symbol, 20) : formatAddress(token)
  return `${value > 0n ? '+' : ''}${writeNumber(value, decimals)} ${unit}`
}

/** While one scrolls, only those that come into view are drawn. */
const Entry = memo(function Entry({
  place,
  transaction,
  isOpen,
  hasFee,
  onOpen,
  measured,
}: {
  place: OpenPlace
  transaction: TransactionSummary
  isOpen: boolean
  hasFee: boolean
  onOpen: (id: string | undefined) => void
  measured: Measured
}) {
  const { id, timestamp, txStatus, executionInfo, fee } = transaction
  const { decimals, symbol } = place.chain.nativeCurrency
  return (
    <TransactionRow
      chain={place.chain}
      transaction={transaction}
      remarks={
        <>
          <OwnLabel chainId={place.chain.chainId} id={id} />
          {fee && hasFee && (
            <span className={rowClasses.note}>
              {keepTogether(
                `Network fee ${writeFees(fee.total, decimals)} ${symbol}`,
              )}
            </span>
          )}
        </>
      }
      lead={<Moment at={timestamp} form="time" />}
      end={
        <span className={classes.end}>
          <StandingStatus status={txStatus} />
          <span className={classes.nonce}>
            {executionInfo?.type === 'MULTISIG' && (
              <Nonce nonce={executionInfo.nonce} />
            )}
          </span>
        </span>
      }
      opening={{
        isOpen,
        onToggle: () => onOpen(isOpen ? undefined : id),
        renderInside: () => (
          <OpenTransaction open={place} id={findOpened(transaction)} />
        ),
      }}
      measured={measured}
    />
  )
})

/** The pages that were let go above this one, nearest first. */
function listAbove(place: HistoryPlace | undefined): string[] {
  const urls: string[] = []
  for (let one = place?.before; one; one = one.before) urls.push(one.url)
  return urls
}

function tracePages(
  rows: readonly HistoryRow[],
  sizes: readonly VirtualItem[],
): Map<string, Trace> {
  const traces = new Map<string, Trace>()
  for (const [index, row] of rows.entries()) {
    const height = traces.get(row.page)?.height ?? 0
    traces.set(row.page, {
      height: height + (sizes[index]?.size ?? 0),
      lastDay: row.day,
    })
  }
  return traces
}
