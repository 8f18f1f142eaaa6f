import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import type { Provenance } from '../../trust/provenance.js'
import { AddressText } from '../../ui/AddressText.js'
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
  facts: readonly (readonly [name: string, value: string])[]
}) {
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd className={classes.mono}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
