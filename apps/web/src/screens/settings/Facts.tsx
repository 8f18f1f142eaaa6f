import { Fragment } from 'react'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { toNumbered } from '../../lib/numbered.js'
import type { Provenance } from '../../trust/provenance.js'
import { AddressText } from '../../ui/AddressText.js'
import { Remark } from '../../ui/Remark.js'
import classes from './SettingsScreen.module.css'

/** What the chain says, each with where it was read. */
export function Facts({
  facts,
  provenance,
}: {
  facts: readonly { name: string; value: string }[]
  provenance: Provenance
}) {
  return (
    <dl>
      {facts.map(({ name, value }) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd className={value.startsWith('0x') ? classes.mono : undefined}>
            <AddressText text={value} />
          </dd>
          <dd>
            <ProvenanceMark of={provenance} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The same, where the line above them says whose word they are. */
export function PlainFacts({
  facts,
}: {
  facts: readonly (readonly [
    name: string,
    value: string,
    /** That something is wrong with it. */
    kind?: 'warn' | 'danger' | undefined,
  ])[]
}) {
  return (
    <dl>
      {facts.map(([name, value, kind]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          {isDigits(value) ? (
            <dd className={classes.mono}>
              <Digits value={value} />
            </dd>
          ) : (
            <dd>{kind ? <Remark kind={kind}>{value}</Remark> : value}</dd>
          )}
        </div>
      ))}
    </dl>
  )
}

/** A hash, as of a release or a commit. */
const isDigits = (value: string) => /^(0x)?[0-9a-f]{40,64}$/.test(value)

/** Where a hash does not fit in a line, its lines are of equal length. */
function Digits({ value }: { value: string }) {
  const lines = Math.ceil(value.length / 22)
  const length = Math.ceil(value.length / lines)
  const parts = value.match(new RegExp(`.{1,${length}}`, 'g')) ?? []
  return toNumbered(parts).map(({ item, at }) => (
    <Fragment key={at}>
      {item}
      <wbr />
    </Fragment>
  ))
}
