import { useMemo } from 'react'
import { isAddress, isHex } from 'viem'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { LongText } from '../../components/transaction/LongText.js'
import { useNameOf } from '../../hooks/useNameOf.js'
import type { BroughtFrom } from '../../lib/carriedText.js'
import { formatCount, formatNumber } from '../../lib/formatCount.js'
import { toNumbered } from '../../lib/numbered.js'
import { gatewaySays } from '../../trust/provenance.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import classes from './Differences.module.css'
import { findDifference } from './findDifference.js'
import type { Difference } from './listDifferences.js'

/** More lines than anybody reads. */
const mostLines = 60

/** Field by field, what was brought beside what is there. */
export function Differences({
  place,
  from,
  differences,
}: {
  place: SafeScope
  /** What ours came in. */
  from: BroughtFrom
  differences: readonly Difference[]
}) {
  const rest = differences.length - mostLines
  return (
    <>
      <dl className={classes.lines}>
        {toNumbered(differences.slice(0, mostLines)).map(({ item, at }) => (
          <Line key={at} place={place} from={from} difference={item} />
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

function Line({
  place,
  from: source,
  difference: { field, of, file, queue, isReported },
}: {
  place: SafeScope
  from: BroughtFrom
  difference: Difference
}) {
  const { from, spelled } = useMemo(
    () => findDifference(file, queue),
    [file, queue],
  )
  return (
    <div className={classes.line} data-of={of ? true : undefined}>
      <dt>
        {field}
        {of && <Value place={place} text={of} />}
      </dt>
      <dd>
        <span className={classes.side}>In the {source}</span>
        <Value place={place} text={file} from={from} />
        {spelled.file && <span className={classes.side}>{spelled.file}</span>}
      </dd>
      <dd>
        <span className={classes.side}>
          In the queue
          {isReported && (
            <>
              {' '}
              <ProvenanceMark of={gatewaySays} />
            </>
          )}
        </span>
        <Value place={place} text={queue} from={from} />
        {spelled.queue && <span className={classes.side}>{spelled.queue}</span>}
      </dd>
    </div>
  )
}

function Value({
  place,
  text,
  from = 0,
}: {
  place: SafeScope
  text: string
  /** What is before it is the same on both sides. */
  from?: number
}) {
  const nameOf = useNameOf(place)
  if (from > 0) return <LaterPart text={text} from={from} />
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

function LaterPart({ text, from }: { text: string; from: number }) {
  if (text.length <= from)
    return (
      <span className={classes.side}>
        Ends after character {formatNumber(text.length)}
      </span>
    )
  return (
    <>
      <span className={classes.side}>
        … from character {formatNumber(from + 1)}
      </span>
      <LongText text={text.slice(from)} isCode={isHex(text)} />
    </>
  )
}
