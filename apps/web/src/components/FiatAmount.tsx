import classes from './FiatAmount.module.css'

/** A value in money: the integer in ink, the fraction quieter. */
export function FiatAmount({
  value,
  currency,
}: {
  value: number
  currency: string
}) {
  const code = currency.toUpperCase()
  const parts = new Intl.NumberFormat('en', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).formatToParts(value)
  const at = parts.findIndex(({ type }) => type === 'decimal')
  const join = (some: typeof parts) => some.map((part) => part.value).join('')
  return (
    <span className={classes.amount} title={`${join(parts)} ${code}`}>
      {join(parts.slice(0, at))}
      <span className={classes.fraction}>{join(parts.slice(at))}</span>
    </span>
  )
}
