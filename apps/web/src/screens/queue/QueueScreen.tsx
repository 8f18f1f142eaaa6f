import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { IndexingNotice } from '../../components/IndexingNotice.js'
import { FailedMore, PendingList } from '../../components/ListStates.js'
import { GatewayLists } from '../../components/ProvenanceMark.js'
import { QueueList } from '../../components/QueueList.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { showKept } from '../../flows/bringIn/withoutNetwork.js'
import { UsedUp } from '../../flows/progress/UsedUp.js'
import {
  countWithheld,
  useWithheld,
  WithheldTransactions,
} from '../../flows/progress/WithheldTransactions.js'
import { usePageTitle, useScopeSearch } from '../../hooks/scope.js'
import { useDrafts } from '../../hooks/useDraft.js'
import {
  type GatewayState,
  useGatewayState,
} from '../../hooks/useGatewayState.js'
import { openFlow } from '../../lib/flowSearch.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { localTransactions } from '../../preferences/localQueue.js'
import { useRecords } from '../../preferences/records.js'
import { type AskFirst, askPageAhead } from '../../queries/askAhead.js'
import { queueQuery } from '../../queries/transactions.js'
import { type Configured, hasFeature } from '../../trust/chainFacts.js'
import { safeQuery } from '../../trust/safe.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { PageHead } from '../../ui/PageHead.js'
import { Remark } from '../../ui/Remark.js'
import { mergeQueue } from '../../understand/rows/localRows.js'
import { pickBulk } from '../../understand/rows/pickBulk.js'
import { toQueueRows } from '../../understand/rows/queueRows.js'
import { accountQuery } from '../../wallet/account.js'
import { missing, unheard } from '../../words/outages.js'
import { describeWaiting } from './describeWaiting.js'
import { SaveAll } from './SaveAll.js'
import { WaitsInParents } from './WaitsInParents.js'

export const askFirst: AskFirst = (queries, place, chain) => {
  // Its owners and nonce: what is listed is checked with them.
  void queries.prefetchQuery(safeQuery(chain, place.address))
  return [askPageAhead(queries, queueQuery(place))]
}

export function QueueScreen() {
  usePageTitle('Queue')
  return (
    <SafeGate offline={showKept({ kind: 'transaction', title: 'Queue' })}>
      {(open) => <Queue open={open} />}
    </SafeGate>
  )
}

function Queue({ open }: { open: OpenSafe }) {
  const { chain, address, safe } = open
  const { listed, items, rows, query } = useQueue(open)
  const { error, refetch, hasNextPage, fetchNextPage, isFetching } = query
  const { isFetchNextPageError, dataUpdatedAt } = query
  const gateway = useGatewayState(query)
  const isHeard = gateway === 'heard'
  const { data: account } = useQuery(accountQuery)
  const { id } = useSearch({ strict: false })
  const navigate = useNavigate()
  const bulk = items && safe ? pickBulk(items, safe).picked.length : 0
  const entries = rows?.filter((row) => row.kind === 'entry')
  const count = entries?.length
  const listing = {
    place: open,
    listed: hasNextPage || !listed ? undefined : entries?.map(({ key }) => key),
    listedAt: dataUpdatedAt,
  }
  const withheld = countWithheld(useWithheld(listing))
  return (
    <>
      <PageHead
        title="Queue"
        actions={
          <>
            {bulk > 1 && <BulkButton count={bulk} />}
            <NewButtons chain={chain} />
          </>
        }
      >
        {entries && (
          <>
            {describeWaiting(entries, {
              account,
              isWhole: !hasNextPage,
              isHeard,
              withheld: isHeard ? withheld : 0,
            })}{' '}
            {(isHeard || Boolean(listed?.length)) && <GatewayLists />}
          </>
        )}
      </PageHead>
      <IndexingNotice chain={chain} address={address} />
      {gateway === 'none' && <Remark kind="info">{missing.queue}</Remark>}
      {listed && safe && (
        <>
          <WaitsInParents chain={chain} address={address} />
          <WithheldTransactions {...listing} />
        </>
      )}
      {!listed && (!rows || error) && (
        <PendingList
          title="Can’t load the queue."
          error={error}
          onRetry={refetch}
        >
          The gateway keeps the queue. Nothing is lost: the queue returns when
          the gateway answers.
        </PendingList>
      )}
      {count === 0 && withheld === 0 && (
        <EmptyQueue address={address} gateway={gateway} />
      )}
      {rows && count !== 0 && (
        <QueueList
          open={open}
          rows={rows}
          isWhole={!hasNextPage}
          openId={id}
          onOpen={(opened) =>
            void navigate({
              to: paths.queue,
              search: {
                ...toSafeSearch({ chain, address }),
                ...(opened && { id: opened }),
              },
              replace: true,
              resetScroll: false,
            })
          }
          onNeedNext={
            hasNextPage && !isFetching && !isFetchNextPageError
              ? () => void fetchNextPage()
              : undefined
          }
        />
      )}
      <SaveAll open={open} gateway={gateway} rows={entries ?? []} />
      <UsedUp place={open} />
      {isFetchNextPageError && (
        <FailedMore onRetry={fetchNextPage}>
          Can’t load more transactions.
        </FailedMore>
      )}
    </>
  )
}

/** Empty is what the gateway says; while it is not heard, this browser alone is. */
function EmptyQueue({
  address,
  gateway,
}: Pick<OpenSafe, 'address'> & { gateway: GatewayState }) {
  return (
    <EmptyState
      picture={address}
      title={
        gateway === 'heard'
          ? 'The queue is empty.'
          : 'No transactions in this browser.'
      }
    >
      {gateway === 'away' || gateway === 'unread'
        ? unheard.list[gateway]
        : 'Proposed transactions appear here, with who has signed and who hasn’t.'}
    </EmptyState>
  )
}

/** What the gateway lists, with what only this browser has. */
function useQueue(open: OpenSafe) {
  const { chain, address, safe } = open
  const query = useInfiniteQuery(
    queueQuery({ chainId: chain.chainId, address }),
  )
  const { data } = query
  const local = useRecords(localTransactions)
  const drafts = useDrafts(open)
  const listed = useMemo(
    () => data?.pages.flatMap(({ results }) => results),
    [data],
  )
  const items = useMemo(
    () =>
      mergeQueue(listed, { place: { chain, address, safe }, drafts, local }),
    [listed, drafts, local, chain, address, safe],
  )
  const rows = useMemo(() => items && toQueueRows(items), [items])
  return { listed, items, rows, query }
}

/** The usual ways to a new transaction. */
function NewButtons({ chain }: { chain: Configured }) {
  const search = useScopeSearch()
  return (
    <>
      <LinkButton variant="default" to={paths.bringIn} search={search}>
        Import
      </LinkButton>
      {hasFeature(chain, 'CONTRACT_INTERACTION') && (
        <LinkButton variant="default" to="." search={openFlow('builder')}>
          Build
        </LinkButton>
      )}
      <LinkButton to="." search={openFlow('send-tokens')}>
        Send
      </LinkButton>
    </>
  )
}

/** One transaction of anyone who presses it, for all that is ready. */
function BulkButton({ count }: { count: number }) {
  return (
    <LinkButton
      variant="default"
      to="."
      search={openFlow('bulk-execute')}
      preload={false}
    >
      Execute {count} together
    </LinkButton>
  )
}
