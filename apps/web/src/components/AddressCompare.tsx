import type { Address } from 'viem'
import classes from './AddressCompare.module.css'

/**
 * Two addresses in groups of four, so that the difference can be seen. Without
 * the capitals of the checksum, which differ where the digits do not.
 */
export function AddressCompare({ rows }: { rows: readonly [Row, Row] }) {
  const [one, other] = rows.map(({ address }) => toGroups(address))
  return (
    <dl className={classes.compare}>
      {rows.map(({ label, address }) => (
        <div key={label} className={classes.row}>
          <dt>{label}</dt>
          <dd>
            {halves.map((half) => (
              <span key={half[0]} className={classes.half}>
                {half.map((index) => (
                  <span
                    key={index}
                    className={
                      one?.[index] === other?.[index]
                        ? undefined
                        : classes.different
                    }
                  >
                    {toGroups(address)[index]}
                  </span>
                ))}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Which groups stay on one line: both addresses break at the same place. */
const halves = [
  [0, 1, 2, 3, 4, 5],
  [6, 7, 8, 9, 10],
]

type Row = { label: string; address: Address }

function toGroups(address: Address): string[] {
  return address.toLowerCase().match(/^0x|.{4}/g) ?? []
}
