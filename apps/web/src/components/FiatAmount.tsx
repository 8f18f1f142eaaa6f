import { formatCents } from '../lib/money.js'
import classes from './FiatAmount.module.css'

/** A value in money: the integer in ink, the fraction quieter. */
export function FiatAmount({
  cents,
  currency,
}: {
  cents: bigint
  currency: string
}) {
  const { integer, fraction } = formatCents(cents)
  return (
    <span
      className={classes.amount}
      title={`${integer}.${fraction} ${currency.toUpperCase()}`}
    >
      {integer}
      <span className={classes.fraction}>.{fraction}</span>
    </span>
  )
}
