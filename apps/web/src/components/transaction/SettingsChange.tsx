import type { Intent, Tense } from '@covault/protocol'
import type { Address } from 'viem'
import { CodeName } from '../../components/CodeName.js'
import { formatCount } from '../../lib/formatCount.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { AddressText } from '../../ui/AddressText.js'
import { Remark } from '../../ui/Remark.js'
import { Tag } from '../../ui/Tag.js'
import { Tally } from '../../ui/Tally.js'
import {
  listSettingsChanges,
  type SettingsChanges,
  type SettingsRow,
} from '../../understand/decode/listSettingsChanges.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import {
  describeIntent,
  type NameOf,
} from '../../understand/tell/describeIntent.js'
import { AddressName } from '../AddressName.js'
import classes from './SettingsChange.module.css'

/**
 * What becomes of the settings of a safe: each change in words, and every
 * setting before and after. Nothing where the settings are left alone. Only
 * for what has not been executed: "before" is what the chain says now.
 */
export function SettingsChange({
  place: { chain, safe },
  intent,
  nameOf,
}: {
  place: SafePlace
  intent: Intent
  nameOf: NameOf
}) {
  const found = listSettingsChanges(intent, safe)
  if (!found) return null
  const { rows, changes, refusals, foreignCode, elsewhere } = found
  return (
    <div className={classes.change}>
      {foreignCode.map((address) => (
        <Remark key={address} kind="danger">
          {address === safe.address
            ? 'The safe calls itself with unreadable data: any setting may change.'
            : `The code of ${nameOf(address) ?? address} would act as this safe: it can change every setting.`}
        </Remark>
      ))}
      {refusals.map((refusal) => (
        <Remark key={refusal} kind="danger">
          The contract refuses this change, so the transaction would fail:{' '}
          {refusal}
        </Remark>
      ))}
      <ChangeWords changes={changes} elsewhere={elsewhere} nameOf={nameOf} />
      <dl className={classes.rows}>
        {rows.map((row) => (
          <div
            key={row.title}
            className={classes.row}
            data-changed={row.isChanged || undefined}
          >
            <dt>
              {row.title}
              <Tag>{row.isChanged ? 'changes' : 'unchanged'}</Tag>
            </dt>
            {row.isChanged ? (
              <>
                <dd>
                  <span className={classes.label}>Before</span>
                  <Side chain={chain} row={row} side="before" />
                </dd>
                <dd className={classes.after}>
                  <span className={classes.label}>After</span>
                  <Side chain={chain} row={row} side="after" />
                </dd>
              </>
            ) : (
              <dd className={classes.same}>{describeSame(row)}</dd>
            )}
          </div>
        ))}
      </dl>
    </div>
  )
}

/**
 * Of what is over only what it set: what the settings were before it, nobody
 * has read.
 */
export function SettingsSet({
  place: { safe },
  intent,
  nameOf,
  tense,
}: {
  place: SafePlace
  intent: Intent
  nameOf: NameOf
  tense: Tense
}) {
  const found = listSettingsChanges(intent, safe)
  if (!found) return null
  return <ChangeWords {...found} nameOf={nameOf} tense={tense} />
}

function ChangeWords({
  changes,
  elsewhere,
  nameOf,
  tense,
}: Pick<SettingsChanges, 'changes' | 'elsewhere'> & {
  nameOf: NameOf
  tense?: Tense
}) {
  return (
    <ol className={classes.words}>
      {changes.map((change) => (
        <li key={change.path.join('.')}>
          <AddressText text={`${describeIntent(change, nameOf, { tense })}.`} />
        </li>
      ))}
      {elsewhere.map((change) => (
        <li key={change.path.join('.')}>
          In another safe,{' '}
          {'safe' in change && (nameOf(change.safe) ?? change.safe)}:{' '}
          {describeIntent(change, nameOf, { tense })}.
        </li>
      ))}
    </ol>
  )
}

function Side({
  chain,
  row,
  side,
}: {
  chain: ChainConfig
  row: SettingsRow
  side: 'before' | 'after'
}) {
  const value = row[side]
  if (value === undefined)
    return (
      <span className={classes.none}>
        {side === 'before' ? 'Not loaded' : 'Unknown'}
      </span>
    )
  if ('threshold' in value)
    return <Tally count={value.threshold} of={value.ownerCount} />
  if (value.length === 0) return <span className={classes.none}>None</span>
  const others = row[side === 'before' ? 'after' : 'before']
  // Owners are people; of everything else it is the code that counts.
  const Who = row.title === 'Owners' ? FullName : CodeName
  const isHere = (address: Address) =>
    !others || 'threshold' in others || others.includes(address)
  return (
    <ul className={classes.addresses}>
      {value.map((address) => (
        <li key={address} className={classes.address}>
          <Who chain={chain} address={address} />
          {!isHere(address) && (
            <Tag>{side === 'before' ? 'removed' : 'added'}</Tag>
          )}
        </li>
      ))}
    </ul>
  )
}

function FullName(who: { chain: ChainConfig; address: Address }) {
  return <AddressName {...who} isFull />
}

function describeSame({ title, before }: SettingsRow): string {
  if (before === undefined) return ''
  if ('threshold' in before) return formatCount(before.threshold, 'signature')
  const [first, second] = before
  if (!first) return 'None'
  return second || title === 'Owners'
    ? formatCount(before.length, title === 'Owners' ? 'owner' : 'module')
    : first
}
