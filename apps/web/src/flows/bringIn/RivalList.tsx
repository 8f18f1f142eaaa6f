import type { ReactNode } from 'react'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { HashValue } from '../../components/transaction/HashValue.js'
import type { BroughtFrom } from '../../lib/carriedText.js'
import { formatCount } from '../../lib/formatCount.js'
import { gatewaySays } from '../../trust/provenance.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import { Differences } from './Differences.js'
import classes from './Differences.module.css'
import type { Rival } from './findRivals.js'

/** Each other transaction at the nonce, with what differs. */
export function RivalList({
  place,
  from,
  nonce,
  found: { rivals, more },
  note,
  nameRival,
}: {
  place: SafeScope
  from: BroughtFrom
  nonce: bigint
  found: { rivals: readonly Rival[]; more: number }
  /** Whose they are. */
  note: string
  /** In front of its hash. */
  nameRival: (rival: Rival) => ReactNode
}) {
  if (rivals.length === 0) return null
  return (
    <Section title="Differences" note={note}>
      {rivals.map((rival) => (
        <div key={rival.hash} className={classes.rival}>
          <p className={classes.head}>
            {nameRival(rival)}
            safeTxHash <HashValue hash={rival.hash} />{' '}
            {rival.isReported && <ProvenanceMark of={gatewaySays} />}
          </p>
          <Compared place={place} from={from} rival={rival} nonce={nonce} />
        </div>
      ))}
      {more > 0 && (
        <p className={classes.side}>
          {formatCount(more, 'other transaction')} at this nonce not compared.
        </p>
      )}
    </Section>
  )
}

/** By what it does, where its bytes could be read. */
export function NamedRival({
  rival,
  words,
}: {
  rival: Rival
  words: string | undefined
}) {
  if (rival.state !== 'compared') return 'Not compared with '
  return (
    <>
      Compared with {words === undefined ? 'the transaction' : <b>“{words}”</b>}{' '}
      at nonce {String(rival.transaction.nonce)},{' '}
    </>
  )
}

function Compared({
  place,
  from,
  rival,
  nonce,
}: {
  place: SafeScope
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
