import { isAddress, isHex } from 'viem'
import { LongText } from '../../components/transaction/LongText.js'
import { useNameOf } from '../../hooks/useNameOf.js'
import { formatCount } from '../../lib/formatCount.js'
import { toNumbered } from '../../lib/numbered.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import classes from './Differences.module.css'
import type { Difference } from './listDifferences.js'

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
