import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FailedList, LoadingRows } from '../../components/ListStates.js'
import { QueueList } from '../../components/QueueList.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { usePageTitle } from '../../components/scope.js'
import { formatNumber } from '../../lib/formatCount.js'
import { queueQuery } from '../../queries/transactions.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { PageHead } from '../../ui/PageHead.js'
import { Seal } from '../../ui/Seal.js'

export function QueueScreen() {
  usePageTitle('Queue')
  return <SafeGate>{(open) => <Queue open={open} />}</SafeGate>
}

function Queue({ open: { chain, address, safe } }: { open: OpenSafe }) {
  const {
    data,
    error,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useInfiniteQuery(queueQuery({ chainId: chain.chainId, address }))
  const items = data?.pages.flatMap(({ results }) => results)
  const count = items?.filter(({ type }) => type === 'TRANSACTION').length
  return (
    <>
      <PageHead title="Queue">
        {count !== undefined &&
          (count === 0
            ? 'Nothing waits'
            : `${formatNumber(count)}${hasNextPage ? '+' : ''} waiting`)}
      </PageHead>
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
        <QueueList chain={chain} items={items} owners={safe?.owners ?? []} />
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
