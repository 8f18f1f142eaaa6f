import type { TransactionDetails } from '@covault/api'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { transactionQuery } from '../../queries/transactions.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { isAbout } from '../../understand/decode/isAbout.js'
import type { OpenPlace } from '../../understand/safe/safePlace.js'
import { LoadingRows } from '../ListStates.js'
import { FailedLookup, Nothing } from '../LookupStates.js'
import type { OpenSafe } from '../SafeGate.js'
import { Details } from './LazyDetails.js'

/** A transaction looked into, in a row or on a page, in every state. */
export function OpenTransaction({
  open: { chain, address, safe },
  id,
}: {
  open: OpenPlace
  id: string
}) {
  const { data, error, refetch } = useQuery(
    transactionQuery({ chainId: chain.chainId, address, id }),
  )
  if (!data && error)
    return (
      <FailedLookup
        thing="transaction"
        error={error}
        onRetry={refetch}
        actions={
          <>
            <LinkButton
              variant="default"
              to={paths.queue}
              search={toSafeSearch({ chain, address })}
            >
              Queue
            </LinkButton>
            <LinkButton
              variant="default"
              to={paths.history}
              search={toSafeSearch({ chain, address })}
            >
              History
            </LinkButton>
          </>
        }
      >
        It may belong to another safe or have been deleted. What this safe has
        is in its queue and history.
      </FailedLookup>
    )
  if (data && data.safeAddress !== address)
    return <Foreign open={{ chain, details: data }} />
  if (data && !isAbout(id, data))
    return (
      <Nothing title="The gateway returned a different transaction.">
        The link is for {id}, but the gateway returned {data.txId}. Retry, or
        open the transaction from the queue.
      </Nothing>
    )
  if (!data || !safe) return <LoadingRows count={3} />
  return (
    <Suspense fallback={<LoadingRows count={3} />}>
      <Details place={{ chain, address, safe }} details={data} />
    </Suspense>
  )
}

function Foreign({
  open: { chain, details },
}: {
  open: Pick<OpenSafe, 'chain'> & { details: TransactionDetails }
}) {
  const { safeAddress, txId } = details
  return (
    <EmptyState
      picture={safeAddress}
      title="This transaction belongs to another safe."
      facts={[{ name: 'Safe', value: safeAddress }]}
      actions={
        <LinkButton
          to={paths.transaction}
          search={{
            ...toSafeSearch({ chain, address: safeAddress }),
            id: txId,
          }}
        >
          Open in that safe
        </LinkButton>
      }
    >
      To see its details, open the transaction in that safe.
    </EmptyState>
  )
}
