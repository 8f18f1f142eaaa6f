import { useQuery } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { HashValue } from '../../components/transaction/HashValue.js'
import { useHeadline } from '../../hooks/useHeadline.js'
import type { BroughtFrom } from '../../lib/carriedText.js'
import { formatCount } from '../../lib/formatCount.js'
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
  if (!data || data.rivals.length === 0) return null
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
          <Compared
            place={place}
            from={from}
            rival={rival}
            nonce={transaction.nonce}
          />
        </div>
      ))}
      {data.more > 0 && (
        <p className={classes.side}>
          {formatCount(data.more, 'other transaction')} at this nonce not
          compared.
        </p>
      )}
    </Section>
  )
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
