import { useQuery } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { useHeadline } from '../../hooks/useHeadline.js'
import type { BroughtFrom } from '../../lib/carriedText.js'
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
  const { chain, address } = place
  const { data, error, refetch } = useQuery({
    queryKey: ['rivals', chain.chainId, address, hash],
    queryFn: ({ client: cache }) =>
      findRivals(cache, {
        ...{ place, transaction, hash },
        findKnown: createFindKnown(cache, place),
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  })
  if (error && !data)
    return (
      <div className={classes.failure}>
        <Remark kind="warn" role="alert">
          Can’t compare with the queue. {describeError(error)}
        </Remark>
        <RetryButton size="xs" variant="default" onRetry={refetch} />
      </div>
    )
  if (!data) return null
  return (
    <RivalList
      place={place}
      from={from}
      nonce={transaction.nonce}
      found={data}
      note="from the queue’s transactions at this nonce"
      nameRival={(rival) => <Named place={place} rival={rival} />}
    />
  )
}

function Named({ place, rival }: { place: SafePlace; rival: Rival }) {
  const told = rival.state === 'compared' ? rival : undefined
  return (
    <NamedRival rival={rival} words={useHeadline(place, told?.transaction)} />
  )
}
