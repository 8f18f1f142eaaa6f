import { formatCount } from '../../lib/formatCount.js'
import type { CheckedPayment } from './checkPayments.js'
import classes from './PaymentMistakes.module.css'

/** As many as one wants to read at once. */
const mostShown = 8

/** Which rows have to be changed, each a way to it. */
export function PaymentMistakes({
  checked,
  onOpen,
}: {
  checked: readonly CheckedPayment[]
  onOpen: (index: number) => void
}) {
  const wrong = checked.flatMap(({ mistakes }, index) => {
    const reasons = Object.values(mistakes)
    return reasons.length > 0 ? { index, reasons } : []
  })
  if (wrong.length === 0) return null
  return (
    <div className={classes.mistakes} role="alert">
      <p className={classes.title}>
        {formatCount(wrong.length, 'row')} to correct
      </p>
      <ul>
        {wrong.slice(0, mostShown).map(({ index, reasons }) => (
          <li key={index}>
            <button
              type="button"
              className={classes.row}
              onClick={() => onOpen(index)}
            >
              Row {index + 1}
            </button>
            : {reasons.join(' ')}
          </li>
        ))}
      </ul>
      {wrong.length > mostShown && <p>and {wrong.length - mostShown} more.</p>}
    </div>
  )
}
