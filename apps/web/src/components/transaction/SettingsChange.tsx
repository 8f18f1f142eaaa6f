import type { Intent, Tense } from '@covault/protocol'
import { Fragment, type ReactNode } from 'react'
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
  pairAddresses,
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
              <Changed chain={chain} row={row} />
            ) : (
              <dd className={classes.same}>
                <AddressText text={describeSame(row)} />
              </dd>
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

type ChangedRow<Row = SettingsRow> = { chain: ChainConfig; row: Row }

function Changed({ chain, row }: ChangedRow) {
  if (row.kind === 'addresses' && row.before && row.after)
    return (
      <dd className={classes.pairs}>
        <span className={classes.label}>Before</span>
        <span className={classes.label}>After</span>
        {pairAddresses(row.before, row.after).map(({ before, after }) => (
          <Fragment key={`${before} ${after}`}>
            <Cell {...{ chain, row }} address={before} other={after}>
              {before !== after && <Tag>removed</Tag>}
            </Cell>
            <Cell {...{ chain, row }} address={after} other={before}>
              {before !== after && <Tag>added</Tag>}
            </Cell>
          </Fragment>
        ))}
      </dd>
    )
  return (
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
  )
}

/** Empty where the other side has somebody whom this one lacks. */
function Cell({
  chain,
  row,
  address,
  other,
  children,
}: ChangedRow & {
  address: Address | undefined
  other: Address | undefined
  children: ReactNode
}) {
  if (!address) return <span data-empty />
  return (
    <span
      className={classes.address}
      data-same={address === other || undefined}
    >
      <Who chain={chain} row={row} address={address} />
      {children}
    </span>
  )
}

function Side({ chain, row, side }: ChangedRow & { side: 'before' | 'after' }) {
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
  return (
    <ul className={classes.addresses}>
      {value.map((address) => (
        <li key={address} className={classes.address}>
          <Who chain={chain} row={row} address={address} />
        </li>
      ))}
    </ul>
  )
}

/** Owners are people; of everything else it is the code that counts. */
function Who({ chain, row, address }: ChangedRow & { address: Address }) {
  return row.title === 'Owners' ? (
    <AddressName chain={chain} address={address} isFull />
  ) : (
    <CodeName chain={chain} address={address} />
  )
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
