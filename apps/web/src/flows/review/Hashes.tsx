import { CopyButton } from '../../components/CopyButton.js'
import { HashValue } from '../../components/transaction/HashValue.js'
import { Provenance } from '../../components/transaction/Provenance.js'
import type { SafePlace } from '../../components/transaction/safePlace.js'
import classes from './Review.module.css'
import type { HashValues } from './reviewProps.js'

const rows = [
  { key: 'safeTxHash', name: 'safeTxHash' },
  { key: 'domain', name: 'Domain hash' },
  { key: 'message', name: 'Message hash' },
] as const

/** To be compared with what a device shows, group by group. */
export function Hashes({
  place: { chain, address },
  hashes,
}: {
  place: SafePlace
  hashes: HashValues
}) {
  return (
    <>
      <dl className={classes.facts}>
        {rows.map(({ key, name }) => (
          <div key={key} className={classes.fact} data-hash={key}>
            <dt>{name}</dt>
            <dd>
              <HashValue hash={hashes[key]} />
            </dd>
            <dd className={classes.side}>
              <Provenance source="computed" />
              <CopyButton label="Copy" text={hashes[key]} />
            </dd>
          </div>
        ))}
        <div className={classes.fact}>
          <dt>Safe</dt>
          <dd className={classes.code}>{address}</dd>
          <dd className={classes.side}>
            {chain.name}, chain {chain.chainId}
          </dd>
        </div>
      </dl>
      <p className={classes.hint}>
        A hardware wallet shows the domain hash and the message hash. If one
        digit differs, stop.
      </p>
    </>
  )
}
