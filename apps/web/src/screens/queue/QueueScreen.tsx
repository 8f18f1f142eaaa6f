import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IndexingNotice } from '../../components/IndexingNotice.js'
import { FailedList, LoadingRows } from '../../components/ListStates.js'
import { QueueList } from '../../components/QueueList.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { usePageTitle } from '../../components/scope.js'
import { formatNumber } from '../../lib/formatCount.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { queueQuery } from '../../queries/transactions.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { PageHead } from '../../ui/PageHead.js'
import { Seal } from '../../ui/Seal.js'
import { accountQuery } from '../../wallet/account.js'

export function QueueScreen() {
  usePageTitle('Queue')
  return <SafeGate>{(open) => <Queue open={open} />}</SafeGate>
}

function Queue({ open }: { open: OpenSafe }) {
  const { chain, address } = open
  const {
    data,
    error,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useInfiniteQuery(queueQuery({ chainId: chain.chainId, address }))
  const { data: account } = useQuery(accountQuery)
  const { id } = useSearch({ strict: false })
  const navigate = useNavigate()
  const items = data?.pages.flatMap(({ results }) => results)
  const transactions = items?.flatMap((item) =>
    item.type === 'TRANSACTION' ? item.transaction : [],
  )
  const count = transactions?.length
  const mine = transactions?.filter(
    ({ executionInfo }) =>
      executionInfo?.type === 'MULTISIG' &&
      executionInfo.missingSigners?.some(({ value }) => value === account),
  ).length
  return (
    <>
      <PageHead title="Queue">
        {count !== undefined &&
          (count === 0
            ? 'Nothing waits'
            : `${formatNumber(count)}${hasNextPage ? '+' : ''} waiting${mine ? `, ${formatNumber(mine)} open for your seal` : ''}`)}
      </PageHead>
      <IndexingNotice chain={chain} address={address} />
      {!items && !error && <LoadingRows />}
      {!items && error && (
        <FailedList
          title="The queue could not be loaded."
          error={error}
          onRetry={refetch}
        >
          What waits for signatures is kept by the gateway. Nothing is lost: it
          is shown again as soon as the gateway answers.
        </FailedList>
      )}
      {items && count === 0 && (
        <EmptyState
          picture={<Seal address={address} state="open" size={72} />}
          title="Nothing waits for a signature."
        >
          A transaction that an owner proposes appears here at once, with those
          who have signed and those who have not.
        </EmptyState>
      )}
      {items && count !== 0 && (
        <QueueList
          open={open}
          items={items}
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
        />
      )}
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
