import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { FailedList, LoadingRows } from '../../components/ListStates.js'
import { FailedLookup, Nothing } from '../../components/LookupStates.js'
import { useNameOf } from '../../hooks/useNameOf.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { transactionQuery } from '../../queries/transactions.js'
import column from '../../ui/Column.module.css'
import { LinkButton } from '../../ui/LinkButton.js'
import { isAbout } from '../../understand/decode/isAbout.js'
import { readTransaction } from '../../understand/decode/readTransaction.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { connectionQuery } from '../../wallet/connection.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import { refreshSigned } from '../act/refreshSigned.js'
import type { ActionProps } from '../machine/flow.js'
import { Steps } from '../machine/Steps.js'
import { ProgressPage } from '../progress/ProgressPage.js'
import { useWalletWork } from '../review/useWalletWork.js'
import { DeleteReview } from './DeleteReview.js'
import { findRefusal } from './judgeDeletion.js'
import { neighboursQuery } from './neighboursQuery.js'
import { requestDeletion } from './requestDeletion.js'

/** Takes a proposal back, after saying what that does not do. */
export function DeleteTransaction({ place, search, onClose }: ActionProps) {
  const { chain, address, safe } = place
  const { chainId } = chain
  const id = search.id ?? ''
  const wallet = useWalletLayer()
  const { data: connection } = useQuery(connectionQuery)
  const account = connection?.account ?? undefined
  const { work, isDeleted } = useDeletion(place, id)
  const { data, error, refetch } = useQuery({
    ...transactionQuery({ chainId, address, id }),
    // What is being deleted is not asked for again: it would not be found.
    enabled: !work.isPending && !isDeleted,
  })
  const nameOf = useNameOf(place)
  const signed = useMemo(
    () =>
      data &&
      readTransaction(data, { chainId, address, version: safe.version }).signed,
    [data, chainId, address, safe.version],
  )
  const nonce = signed?.transaction.nonce ?? 0n
  const neighbours = useQuery({
    ...neighboursQuery({ chainId, address, nonce }),
    enabled: signed !== undefined && !work.isPending && !isDeleted,
  })
  if (isDeleted) return <Deleted place={place} nonce={nonce} />
  if (!data && error)
    return (
      <FailedLookup thing="transaction" error={error} onRetry={refetch}>
        The link may be for another safe, or the transaction was already
        deleted.
      </FailedLookup>
    )
  if (data && (data.safeAddress !== address || !isAbout(id, data)))
    return (
      <Nothing title="The gateway returned a different transaction.">
        The transaction isn’t shown, so that you don’t delete the wrong one.
      </Nothing>
    )
  if (data && !signed)
    return (
      <Nothing title="This transaction isn’t in the queue.">
        You can view it, but not delete it.
      </Nothing>
    )
  if (!neighbours.data && neighbours.error)
    return (
      <FailedList
        title="Can’t load the rest of the queue."
        error={neighbours.error}
        onRetry={neighbours.refetch}
      >
        Without the queue, Covault can’t tell whether deleting leaves a gap.
      </FailedList>
    )
  if (!data || !signed || !neighbours.data) return <LoadingRows count={4} />
  const { domain, hashes, execution, isAsClaimed } = signed
  return (
    <>
      <Steps at="review" from="review" />
      <DeleteReview
        place={place}
        signed={signed}
        neighbours={neighbours.data}
        connection={connection}
        refusal={findRefusal({
          account,
          current: safe.nonce,
          isExecuted: data.executedAt !== null,
          isAsClaimed,
          execution,
          nameOf,
        })}
        work={work}
        onDelete={() =>
          work.start({
            wallet,
            account,
            domain,
            safeTxHash: hashes.signed,
            nonce,
          })
        }
        onClose={onClose}
      />
    </>
  )
}

/** The request that takes it back, and whether that is done. */
function useDeletion({ chain, address }: SafePlace, id: string) {
  const queries = useQueryClient()
  const [isDeleted, setDeleted] = useState(false)
  const work = useWalletWork({
    about: id,
    ask: (
      asked: Omit<Parameters<typeof requestDeletion>[0], 'waiting'>,
      waiting,
    ) => requestDeletion({ ...asked, waiting }),
    onDone: () => {
      setDeleted(true)
      const { chainId } = chain
      const kind = 'transaction'
      void refreshSigned(queries, [{ kind, chainId, safe: address }])
    },
  })
  return { work, isDeleted }
}

function Deleted({
  place: { chain, address },
  nonce,
}: Pick<ActionProps, 'place'> & { nonce: bigint }) {
  return (
    <>
      <Steps at="progress" from="review" />
      <ProgressPage title="Deleted">
        <p>
          The transaction was removed from this gateway’s queue. Existing
          signatures stay valid elsewhere until nonce {String(nonce)} is used.
        </p>
        <div className={column.actions}>
          <LinkButton
            to={paths.queue}
            search={toSafeSearch({ chain, address })}
          >
            Back to queue
          </LinkButton>
        </div>
      </ProgressPage>
    </>
  )
}
