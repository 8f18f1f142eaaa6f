import type { Address } from 'viem'
import classes from './AddressCompare.module.css'

/** Two addresses in groups of four, so that the difference can be seen. */
export function AddressCompare({ rows }: { rows: readonly [Row, Row] }) {
  const [one, other] = rows.map(({ address }) => toGroups(address))
  return (
    <dl className={classes.compare}>
      {rows.map(({ label, address }) => (
        <div key={label} className={classes.row}>
          <dt>{label}</dt>
          <dd>
            {toGroups(address).map((group, index) => {
              const isDifferent =
                one?.[index]?.toLowerCase() !== other?.[index]?.toLowerCase()
              return (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: groups of an address have no other name than their place.
                  key={index}
                  className={isDifferent ? classes.different : undefined}
                >
                  {group}
                </span>
              )
            })}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Row = { label: string; address: Address }

function toGroups(address: Address): string[] {
  return ['0x', ...(address.slice(2).match(/.{4}/g) ?? [])]
}
