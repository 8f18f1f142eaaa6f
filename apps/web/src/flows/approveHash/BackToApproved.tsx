import { Link } from '@tanstack/react-router'
import { useNameOf } from '../../hooks/useNameOf.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { readTransactionId } from '../../lib/transactionId.js'
import classes from '../machine/CallFlowRun.module.css'
import type { NextProps } from '../machine/flow.js'

/** The way back to what was signed. */
export function BackToApproved({ place, input }: NextProps<{ id: string }>) {
  const nameOf = useNameOf(place)
  const named = readTransactionId(input.id)
  if (!named) return null
  const { safe: address, safeTxHash } = named
  const name = nameOf(address) ?? formatAddress(address, { digits: 4 })
  return (
    <p className={classes.next}>
      {name} counts this approval once this transaction is executed.{' '}
      <Link
        className={classes.link}
        to={paths.transaction}
        search={{
          ...toSafeSearch({ chain: place.chain, address }),
          id: safeTxHash,
        }}
      >
        Back to the transaction in {name}
      </Link>
    </p>
  )
}
