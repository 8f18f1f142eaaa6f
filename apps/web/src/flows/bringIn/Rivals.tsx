import type { SafeTransaction } from '@covault/protocol'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { HashValue } from '../../components/transaction/HashValue.js'
import { useHeadline } from '../../hooks/useHeadline.js'
import type { BroughtFrom } from '../../lib/carriedText.js'
import { formatCount } from '../../lib/formatCount.js'
import { conflictsQuery } from '../../queries/transactions.js'
import { gatewaySays } from '../../trust/provenance.js'
import type { Signable } from '../../trust/signable.js'
import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { Section } from '../../ui/Section.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeError } from '../../words/errors.js'
import { Differences } from './Differences.js'
import classes from './Differences.module.css'
import { createFindKnown } from './findKnown.js'
import { findRivals, type Rival } from './findRivals.js'

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
  if (!data || data.rivals.length === 0) return failure || null
  return (
    <Section
      title="Differences"
      note="from the queue’s transactions at this nonce"
    >
      {data.rivals.map((rival) => (
        <div key={rival.hash} className={classes.rival}>
          <p className={classes.head}>
            <Named place={place} rival={rival} />
            safeTxHash <HashValue hash={rival.hash} />{' '}
            {rival.isReported && <ProvenanceMark of={gatewaySays} />}
          </p>
          <Compared place={place} from={from} rival={rival} nonce={nonce} />
        </div>
      ))}
      {data.more > 0 && (
        <p className={classes.side}>
          {formatCount(data.more, 'other transaction')} at this nonce not
          compared.
        </p>
      )}
      {failure}
    </Section>
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

/** By what it does, where its bytes could be read. */
function Named({ place, rival }: { place: SafePlace; rival: Rival }) {
  const told = rival.state === 'compared' ? rival : undefined
  const words = useHeadline(place, told?.transaction)
  if (!told) return 'Not compared with '
  const { nonce } = told.transaction
  return (
    <>
      Compared with {words === undefined ? 'the transaction' : <b>“{words}”</b>}{' '}
      at nonce {String(nonce)},{' '}
    </>
  )
}

function Compared({
  place,
  from,
  rival,
  nonce,
}: {
  place: SafePlace
  from: BroughtFrom
  rival: Rival
  nonce: bigint
}) {
  if (rival.state === 'unread')
    return (
      <p className={classes.side}>
        Can’t read the content of this transaction, so it can’t be compared.
      </p>
    )
  if (rival.state === 'otherNonce')
    return (
      <Remark kind="danger" role="alert">
        Content mismatch: the queue lists this transaction at nonce{' '}
        {String(nonce)}, but its content has nonce {String(rival.nonce)}.
      </Remark>
    )
  if (rival.differences.length === 0)
    return (
      <Remark kind="warn" role="alert">
        Every field shown here is the same, but the safeTxHash is not. The two
        transactions still differ, for example in the network, the safe or the
        safe’s version. Compare both before you sign.
      </Remark>
    )
  return (
    <Differences place={place} from={from} differences={rival.differences} />
  )
}
