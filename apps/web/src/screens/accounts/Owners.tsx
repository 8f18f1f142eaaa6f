import type { Address } from 'viem'
import { formatCount } from '../../lib/formatCount.js'
import { Mark } from '../../ui/Mark.js'
import classes from './Owners.module.css'

/** Room in the column; the last place is for the rest when there are more. */
const places = 5

/** Owners in the order of the contract, so that the pattern can be learnt. */
export function Owners({
  owners,
  account,
}: {
  owners: readonly Address[]
  account: Address | null | undefined
}) {
  const shown = owners.length > places ? owners.slice(0, places - 1) : owners
  const hidden = owners.slice(shown.length)
  return (
    <ul
      className={classes.owners}
      aria-label={formatCount(owners.length, 'owner')}
    >
      {shown.map((owner) => (
        <li
          key={owner}
          title={owner === account ? `${owner}, you` : owner}
          className={owner === account ? classes.you : undefined}
        >
          <Mark
            address={owner}
            size={24}
            title={owner === account ? `${owner}, you` : owner}
          />
        </li>
      ))}
      {hidden.length > 0 && (
        <li className={classes.more} title={hidden.join('\n')}>
          +{hidden.length}
        </li>
      )}
    </ul>
  )
}
