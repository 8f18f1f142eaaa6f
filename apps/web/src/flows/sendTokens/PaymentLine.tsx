import { IconPencil, IconX } from '@tabler/icons-react'
import { ActionButton } from '../../ui/ActionButton.js'
import { Mark } from '../../ui/Mark.js'
import { Remark } from '../../ui/Remark.js'
import type { CheckedPayment } from './checkPayments.js'
import type { Payment } from './input.js'
import classes from './PaymentLine.module.css'
import type { Recipient } from './recipients.js'

/** One payment of many, to be read. */
export function PaymentLine({
  row,
  payment: { recipient, amount, token: tokenText, to },
  name,
  check: { mistakes, warnings, token },
  onOpen,
  onRemove,
}: {
  /** As people count. */
  row: number
  payment: Payment & { to: Recipient }
  /** Of the recipient, where this browser has one. */
  name: string | undefined
  check: CheckedPayment
  onOpen: () => void
  onRemove: () => void
}) {
  const { address } = to
  const known = to.text.status === 'name' ? recipient : name
  return (
    <div className={classes.line}>
      <span className={classes.row}>{row}</span>
      <span className={classes.mark}>
        {address && <Mark address={address} size={24} />}
      </span>
      <span className={classes.who}>
        {known && <b>{known}</b>}
        <span className={classes.address}>
          {address ?? (recipient || 'Nobody yet')}
        </span>
      </span>
      <span className={classes.amount}>
        {amount || '–'} <span>{token?.symbol ?? shorten(tokenText)}</span>
      </span>
      <span className={classes.actions}>
        <ActionButton label={`Edit row ${row}`} onClick={onOpen}>
          <IconPencil size={16} stroke={1.75} aria-hidden="true" />
        </ActionButton>
        <ActionButton label={`Remove row ${row}`} onClick={onRemove}>
          <IconX size={16} stroke={1.75} aria-hidden="true" />
        </ActionButton>
      </span>
      <div className={classes.notes}>
        {Object.values(mistakes).map((mistake) => (
          <Remark key={mistake} kind="danger">
            {mistake}
          </Remark>
        ))}
        {warnings.map((warning) => (
          <Remark key={warning} kind="warn">
            {warning}
          </Remark>
        ))}
      </div>
    </div>
  )
}

function shorten(text: string): string {
  return text.length > 12 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text
}
