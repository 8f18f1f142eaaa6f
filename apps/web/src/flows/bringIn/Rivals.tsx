import type { SafeTransaction } from '@covault/protocol'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { useHeadline } from '../../hooks/useHeadline.js'
import type { BroughtFrom } from '../../lib/carriedText.js'
import { conflictsQuery } from '../../queries/transactions.js'
import type { Signable } from '../../trust/signable.js'
import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeError } from '../../words/errors.js'
import classes from './Differences.module.css'
import { createFindKnown } from './findKnown.js'
import { findRivals, type Rival } from './findRivals.js'
import { NamedRival, RivalList } from './RivalList.js'

/** Of every other transaction at the nonce what differs from the one brought. */
export function Rivals({
  place,
  from,
  signable: { transaction },
  hash,
}: {
  place: SafePlace
  from: BroughtFrom
  signable: Signable<'transaction'>
  hash: Hex
}) {
  const { nonce } = transaction
  const { data, isUnheard, error, refetch } = useRivals({
    ...{ place, transaction, hash },
  })
  const failure = isUnheard && (
    <div className={classes.failure}>
      <Remark kind="warn" role="alert">
        {error
          ? `Can’t compare with the queue. ${describeError(error)}`
          : `Can’t compare with what the gateway lists at nonce ${nonce}.`}
      </Remark>
      <RetryButton size="xs" variant="default" onRetry={refetch} />
    </div>
  )
  if (!data) return failure
  return (
    <>
      <RivalList
        place={place}
        from={from}
        nonce={nonce}
        found={data}
        note="from the queue’s transactions at this nonce"
        nameRival={(rival) => <Named place={place} rival={rival} />}
      />
      {failure}
    </>
  )
}

/** They are compared again whenever the queue was asked again. */
function useRivals({
  place,
  transaction,
  hash,
}: {
  place: SafePlace
  transaction: SafeTransaction
  hash: Hex
}) {
  const { chain, address } = place
  const { nonce } = transaction
  const queue = useQuery(
    conflictsQuery({ chainId: chain.chainId, address, nonce }),
  )
  const waiting = queue.data?.waiting
  const { data } = useQuery({
    queryKey: [
      'rivals',
      chain.chainId,
      address,
      hash,
      // The same list after an outage: what could not be read then may be now.
      queue.dataUpdatedAt,
    ],
    queryFn: waiting
      ? ({ client: cache }) =>
          findRivals(createFindKnown(cache, place), {
            ...{ chain, transaction, hash, waiting },
          })
      : skipToken,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  })
  return {
    data,
    isUnheard: queue.isError || queue.data?.isGatewayUnheard === true,
    error: queue.error,
    refetch: queue.refetch,
  }
}

function Named({ place, rival }: { place: SafePlace; rival: Rival }) {
  const told = rival.state === 'compared' ? rival : undefined
  return (
    <NamedRival rival={rival} words={useHeadline(place, told?.transaction)} />
  )
}
