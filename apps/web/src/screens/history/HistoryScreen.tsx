import type { HistoryItem } from '@covault/api'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FailedList, LoadingRows } from '../../components/ListStates.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { usePageTitle } from '../../components/scope.js'
import { TransactionRow } from '../../components/TransactionRow.js'
import { TransactionStatus } from '../../components/TransactionStatus.js'
import { formatNumber } from '../../lib/formatCount.js'
import { formatDay, formatExactTime, formatTime } from '../../lib/formatTime.js'
import { historyQuery } from '../../queries/transactions.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { PageHead } from '../../ui/PageHead.js'
import { Seal } from '../../ui/Seal.js'
import { SectionHead } from '../../ui/SectionHead.js'
import classes from './HistoryScreen.module.css'

export function HistoryScreen() {
  usePageTitle('History')
  return <SafeGate>{(open) => <History open={open} />}</SafeGate>
}

function History({ open: { chain, address } }: { open: OpenSafe }) {
  const {
    data,
    error,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useInfiniteQuery(historyQuery({ chainId: chain.chainId, address }))
  const days = data && groupDays(data.pages.flatMap(({ results }) => results))
  const count = days?.reduce((sum, day) => sum + day.items.length, 0)
  return (
    <>
      <PageHead title="History">
        {count !== undefined &&
          `${formatNumber(count)}${hasNextPage ? '+' : ''} entries`}
      </PageHead>
      {!days && !error && <LoadingRows count={6} />}
      {!days && error && (
        <FailedList
          title="History could not be loaded."
          error={error}
          onRetry={refetch}
        >
          Nothing is lost: all of it is on chain, and the list comes back as
          soon as the gateway answers.
        </FailedList>
      )}
      {count === 0 && (
        <EmptyState
          picture={<Seal address={address} state="open" size={72} />}
          title="Nothing has happened yet."
        >
          What comes in, what goes out and what is changed stands here, day by
          day, from the moment the safe is made.
        </EmptyState>
      )}
      {days?.map(({ day, items }) => (
        <section key={day} aria-labelledby={day} className={classes.day}>
          <SectionHead id={day} title={day} />
          <ul>
            {items.map(({ transaction }) => (
              <TransactionRow
                key={transaction.id}
                chain={chain}
                transaction={transaction}
                lead={
                  <time
                    dateTime={new Date(transaction.timestamp).toISOString()}
                    title={formatExactTime(transaction.timestamp)}
                  >
                    {formatTime(transaction.timestamp)}
                  </time>
                }
                end={<TransactionStatus status={transaction.txStatus} />}
              />
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <Button
          mt={24}
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}

type Entry = Extract<HistoryItem, { type: 'TRANSACTION' }>

/** By the reader's own days; the wire's labels are cut elsewhere. */
function groupDays(
  items: readonly HistoryItem[],
): { day: string; items: Entry[] }[] {
  const days = new Map<string, Entry[]>()
  for (const item of items) {
    if (item.type !== 'TRANSACTION') continue
    const day = formatDay(item.transaction.timestamp)
    days.set(day, [...(days.get(day) ?? []), item])
  }
  return [...days].map(([day, entries]) => ({ day, items: entries }))
}
