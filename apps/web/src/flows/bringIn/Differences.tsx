import { useQuery } from '@tanstack/react-query'
import { type Hex, isAddress, isHex } from 'viem'
import { HashValue } from '../../components/transaction/HashValue.js'
import { LongText } from '../../components/transaction/LongText.js'
import { useNameOf } from '../../hooks/useNameOf.js'
import { formatCount } from '../../lib/formatCount.js'
import { toNumbered } from '../../lib/numbered.js'
import type { Signable } from '../../trust/signable.js'
import { Section } from '../../ui/Section.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import classes from './Differences.module.css'
import { createFindKnown } from './findKnown.js'
import { findRivals } from './findRivals.js'
import { compareTransactions, type Difference } from './listDifferences.js'

/** More lines than anybody reads. */
const mostLines = 60

/** Field by field, the file's beside ours. */
export function Differences({
  place,
  differences,
}: {
  place: SafePlace
  differences: readonly Difference[]
}) {
  const rest = differences.length - mostLines
  return (
    <>
      <dl className={classes.lines}>
        {toNumbered(differences.slice(0, mostLines)).map(({ item, at }) => (
          <div
            key={at}
            className={classes.line}
            data-of={item.of ? true : undefined}
          >
            <dt>
              {item.field}
              {item.of && <Value place={place} text={item.of} />}
            </dt>
            <dd>
              <span className={classes.side}>In the file</span>
              <Value place={place} text={item.file} />
            </dd>
            <dd>
              <span className={classes.side}>In the queue</span>
              <Value place={place} text={item.queue} />
            </dd>
          </div>
        ))}
      </dl>
      {rest > 0 && (
        <p className={classes.side}>
          {formatCount(rest, 'more row')}. Open both transactions to compare the
          rest.
        </p>
      )}
    </>
  )
}

function Value({ place, text }: { place: SafePlace; text: string }) {
  const nameOf = useNameOf(place)
  if (!isAddress(text, { strict: false }))
    return <LongText text={text} isCode={isHex(text)} />
  const name = nameOf(text)
  return (
    <span className={classes.who}>
      {name && <b>{name}</b>}
      <span className={classes.address}>{text}</span>
    </span>
  )
}

/** Of every other transaction at the nonce what differs from the one brought. */
export function Rivals({
  place,
  signable: { transaction },
  hash,
}: {
  place: SafePlace
  signable: Signable<'transaction'>
  hash: Hex
}) {
  const { chain, address } = place
  const { data } = useQuery({
    queryKey: ['rivals', chain.chainId, address, hash],
    queryFn: ({ client: cache }) =>
      findRivals(cache, {
        ...{ place, hash, nonce: transaction.nonce },
        findKnown: createFindKnown(cache, place),
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  })
  if (!data || data.rivals.length === 0) return null
  return (
    <Section
      title="Differences"
      note="from the queue’s transactions at this nonce"
    >
      {data.rivals.map((rival) => (
        <div key={rival.hash} className={classes.rival}>
          <p className={classes.head}>
            Compared with safeTxHash <HashValue hash={rival.hash} />
          </p>
          {rival.transaction ? (
            <Differences
              place={place}
              differences={compareTransactions(
                transaction,
                rival.transaction,
                chain.nativeCurrency,
              )}
            />
          ) : (
            <p className={classes.side}>
              Can’t read the content of this transaction, so it can’t be
              compared.
            </p>
          )}
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
