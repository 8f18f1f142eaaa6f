import { isUnanswered } from '@covault/api'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PastLimits, PastSource } from '../../components/ChainPast.js'
import { IndexingNotice } from '../../components/IndexingNotice.js'
import { FailedMore, PendingList } from '../../components/ListStates.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { usePageTitle } from '../../hooks/scope.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatCount, formatNumber } from '../../lib/formatCount.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { isAlone } from '../../queries/gateway.js'
import {
  type HistoryFilter,
  isFiltered,
  movementSumsQuery,
} from '../../queries/movements.js'
import { indexingQuery } from '../../queries/safes.js'
import { historyQuery } from '../../queries/transactions.js'
import { Seal } from '../../ui/drawn/Seal.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { PageHead } from '../../ui/PageHead.js'
import { Remark } from '../../ui/Remark.js'
import { missing } from '../../words/outages.js'
import { ExportButton } from './ExportButton.js'
import { HistoryFilters } from './HistoryFilters.js'
import { HistoryList } from './HistoryList.js'
import { formatFilter, listUnread, parseFilter } from './historyFilter.js'
import { MovementSums } from './MovementSums.js'

export function HistoryScreen() {
  usePageTitle('History')
  return <SafeGate>{(open) => <History open={open} />}</SafeGate>
}

function History({ open }: { open: OpenSafe }) {
  const { chain, address } = open
  const { show, id } = useSearch({ strict: false })
  const navigate = useNavigate()
  const filter = parseFilter(show)
  const go = (to: { show: string | undefined; id?: string | undefined }) =>
    void navigate({
      to: paths.history,
      search: {
        ...toSafeSearch({ chain, address }),
        ...(to.show && { show: to.show }),
        ...(to.id && { id: to.id }),
      },
      replace: to.id !== id,
      resetScroll: false,
    })
  return (
    <Entries
      key={show ?? ''}
      open={open}
      filter={filter}
      unread={listUnread(show)}
      openId={id}
      onFilter={(wanted) => go({ show: formatFilter(wanted) })}
      onOpen={(opened) => go({ show, id: opened })}
    />
  )
}

function Entries({
  open,
  filter,
  unread,
  openId,
  onFilter,
  onOpen,
}: {
  open: OpenSafe
  filter: HistoryFilter
  unread: readonly string[]
  openId: string | undefined
  onFilter: (filter: HistoryFilter) => void
  onOpen: (id: string | undefined) => void
}) {
  const { chain, address } = open
  const place = { chainId: chain.chainId, address }
  const isNarrow = isFiltered(filter)
  const { query, count, total, isIndexing } = useEntries(place, filter)
  const { data, error, refetch, hasNextPage, hasPreviousPage } = query
  const { fetchNextPage, isFetchNextPageError } = query
  const past = data?.pages[0]?.past
  const isEmpty = count === 0 && !hasNextPage
  const isUnfiltered = isNarrow && !data && isUnanswered(error)
  const showAll = () => onFilter({ kind: 'all' })
  return (
    <>
      <PageHead
        title="History"
        actions={
          !isEmpty && !isAlone && <ExportButton open={open} filter={filter} />
        }
      >
        {count !== undefined && (
          <>
            {describeCount(count, {
              isWhole: !hasNextPage && !hasPreviousPage,
              total,
              isExact: isNarrow,
            })}
            {isIndexing && ' so far'} <PastSource past={past} />
          </>
        )}
      </PageHead>
      <IndexingNotice chain={chain} address={address} />
      <HistoryFilters
        place={place}
        prefix={chain.shortName}
        filter={filter}
        onChange={onFilter}
      />
      <Unread parts={unread} />
      {isNarrow && <MovementSums open={open} filter={filter} />}
      <PastLimits past={past} />
      {isUnfiltered && <FiltersMissing onShowAll={showAll} />}
      {!data && !isUnfiltered && (
        <PendingList
          count={6}
          title="Can’t load the history."
          error={error}
          onRetry={refetch}
        >
          Nothing is lost: every entry is on the chain. The list returns when
          the gateway answers.
        </PendingList>
      )}
      {isEmpty && (
        <Empty
          open={open}
          filter={filter}
          isWhole={past === undefined}
          onClear={showAll}
        />
      )}
      {data && !isEmpty && (
        <HistoryList
          open={open}
          pages={data.pages}
          openId={openId}
          onOpen={onOpen}
          hasMore={hasNextPage}
          hasFees={!isNarrow && !filter.withoutFees}
          {...askFor(query)}
        />
      )}
      {data && isFetchNextPageError && (
        <FailedMore onRetry={fetchNextPage}>
          Can’t load older entries.
        </FailedMore>
      )}
    </>
  )
}

function Unread({ parts }: { parts: readonly string[] }) {
  if (parts.length === 0) return null
  return (
    <Remark kind="warn">
      Part of this link can’t be read and was ignored:{' '}
      {toForeignText(parts.join(', '), 100)}
    </Remark>
  )
}

/** What is loaded of them, and how many there are. */
function useEntries(
  place: Parameters<typeof historyQuery>[0],
  filter: HistoryFilter,
) {
  const query = useInfiniteQuery(historyQuery(place, filter))
  const { data, isFetching, refetch } = query
  const { data: sums } = useQuery({
    ...movementSumsQuery(place, filter),
    enabled: isFiltered(filter),
  })
  const { data: indexing } = useQuery(indexingQuery(place))
  const isIndexing = indexing?.synced === false
  const count = data?.pages.reduce(
    (sum, { results }) =>
      sum + results.filter(({ type }) => type === 'TRANSACTION').length,
    0,
  )
  const [newest, second] = data?.pages ?? []
  // Entries came in while the first pages were let go: there is a gap.
  const isTorn =
    second !== undefined &&
    newest !== undefined &&
    newest.next !== second.place.url
  useEffect(() => {
    if (isTorn && !isFetching) void refetch()
  }, [isTorn, isFetching, refetch])
  const total = sums ? sums.count : newest?.count
  return { query, count, total, isIndexing }
}

/** The pages on both sides, unless one is on its way or did not come. */
function askFor({
  isFetching,
  isFetchNextPageError,
  ...query
}: ReturnType<typeof useEntries>['query']) {
  const { hasNextPage, hasPreviousPage } = query
  return {
    onNeedNext:
      hasNextPage && !isFetching && !isFetchNextPageError
        ? () => void query.fetchNextPage()
        : undefined,
    onNeedPrevious:
      hasPreviousPage && !isFetching
        ? () => void query.fetchPreviousPage()
        : undefined,
  }
}

/** Nobody but the gateway knows all movements; the last blocks are told whole. */
function FiltersMissing({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      picture="failed"
      title="Filters need the gateway"
      actions={
        <Button variant="default" onClick={onShowAll}>
          Show all entries
        </Button>
      }
    >
      {missing.filters}
    </EmptyState>
  )
}

function Empty({
  open: { address },
  filter,
  isWhole,
  onClear,
}: {
  open: OpenSafe
  filter: HistoryFilter
  onClear: () => void
  /** Not only the latest blocks were read. */
  isWhole: boolean
}) {
  const picture = <Seal address={address} state="open" size={72} />
  if (isFiltered(filter))
    return (
      <EmptyState
        picture={picture}
        title="No matching movements"
        actions={
          <Button variant="default" onClick={onClear}>
            Clear filters
          </Button>
        }
      >
        Filters apply to transfers only. Clear them to see other transactions
        too.
      </EmptyState>
    )
  return (
    <EmptyState
      picture={picture}
      title={
        isWhole ? 'No history yet' : 'No history in the chain’s latest blocks'
      }
    >
      This safe’s payments and changes appear here, day by day.
    </EmptyState>
  )
}

/** Of everything, the gateway counts suspicious ones too, hidden or not. */
function describeCount(
  shown: number,
  {
    isWhole,
    total,
    isExact,
  }: { isWhole: boolean; total: number | null | undefined; isExact: boolean },
): string {
  const noun = isExact ? 'movement' : 'entry'
  if (isWhole) return formatCount(shown, noun)
  if (typeof total !== 'number')
    return `${formatNumber(shown)}+ ${isExact ? 'movements' : 'entries'}`
  return `${isExact ? '' : 'up to '}${formatCount(total, noun)}`
}
