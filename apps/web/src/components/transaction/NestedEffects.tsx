import { Link } from '@tanstack/react-router'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatCount } from '../../lib/formatCount.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { computedHere } from '../../trust/provenance.js'
import { Remark } from '../../ui/Remark.js'
import type {
  NestedTransaction,
  SeenTransaction,
} from '../../understand/assess/nested.js'
import { listSettingsChanges } from '../../understand/decode/listSettingsChanges.js'
import { describeCoverage } from '../../understand/tell/describeCalls.js'
import {
  describeIntent,
  type NameOf,
} from '../../understand/tell/describeIntent.js'
import { AddressName } from '../AddressName.js'
import { ProvenanceMark } from '../ProvenanceMark.js'
import { CallOutline } from './CallOutline.js'
import { HashValue } from './HashValue.js'
import classes from './NestedEffects.module.css'
import { SettingsChange, SettingsSet } from './SettingsChange.js'

/**
 * What other safes may do once this has run: read from their own bytes, which
 * have the approved hash, and not from what anybody says of it.
 */
export function NestedEffects({
  nested,
  nameOf,
  under = [],
}: {
  nested: readonly NestedTransaction[]
  nameOf: NameOf
  /** Where the approving transaction stands itself. */
  under?: readonly number[]
}) {
  return (
    <ul className={classes.list}>
      {nested.map((one) => (
        <li
          key={`${one.path.join('.')}:${one.hash}`}
          className={classes.nested}
        >
          {one.status === 'seen' ? (
            <Seen seen={one} nameOf={nameOf} under={[...under, ...one.path]} />
          ) : (
            <Remark kind="warn">
              Can’t show the approved transaction of safe {one.safe}.{' '}
              {one.reason} The hash is {one.hash}.
            </Remark>
          )}
        </li>
      ))}
    </ul>
  )
}

function Seen({
  seen,
  nameOf,
  under,
}: {
  seen: SeenTransaction
  nameOf: NameOf
  under: readonly number[]
}) {
  const { place, decoded, signed, nested, tense } = seen
  const { chain, address, safe } = place
  const below = [...under, 0]
  const name = nameOf(address) ?? formatAddress(address, { digits: 4 })
  return (
    <>
      <AddressName
        chain={chain}
        address={address}
        note={`needs ${safe.threshold} of ${formatCount(safe.owners.length, 'signature')}`}
        isFull
      />
      <p className={classes.sentence}>
        {describeIntent(decoded.intent, nameOf, { tense })}, at its nonce{' '}
        {String(signed.transaction.nonce)}. <ProvenanceMark of={computedHere} />
      </p>
      {!seen.isByOwner && (
        <Remark kind="danger">
          The approving safe is not an owner of {name}: its approval would not
          count.
        </Remark>
      )}
      {seen.isOver && tense === 'planned' && (
        <Remark kind="warn">
          {name} has already used this nonce: the transaction can no longer be
          executed, and approving it has no effect.
        </Remark>
      )}
      {tense === 'planned' ? (
        listSettingsChanges(decoded.intent, safe) && (
          <SettingsChange
            place={place}
            intent={decoded.intent}
            nameOf={nameOf}
          />
        )
      ) : (
        <SettingsSet
          place={place}
          intent={decoded.intent}
          nameOf={nameOf}
          tense={tense}
        />
      )}
      <p className={classes.note}>
        {describeCoverage(decoded.tree)}.{' '}
        <Link
          to={paths.transaction}
          search={{ ...toSafeSearch(place), id: seen.hash }}
        >
          Open in {name}
        </Link>
      </p>
      <CallOutline
        chain={chain}
        decoded={decoded}
        findings={seen.assessment.findings}
        nameOf={nameOf}
        under={below}
      />
      <dl className={classes.hash}>
        <dt>safeTxHash in {name}</dt>
        <dd>
          <HashValue hash={seen.hash} />
        </dd>
      </dl>
      {nested.length > 0 && (
        <NestedEffects nested={nested} nameOf={nameOf} under={below} />
      )}
    </>
  )
}
