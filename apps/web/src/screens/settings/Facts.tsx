import { ChainProvenance } from '../../components/ChainProvenance.js'
import classes from './SettingsScreen.module.css'

/** What the chain says, each with where it was read. */
export function Facts({
  facts,
  block,
}: {
  facts: readonly { name: string; value: string }[]
  block: bigint
}) {
  return (
    <dl>
      {facts.map(({ name, value }) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd className={value.startsWith('0x') ? classes.mono : undefined}>
            {value}
          </dd>
          <dd>
            <ChainProvenance block={block} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
