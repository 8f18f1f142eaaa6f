import { IconPencil, IconX } from '@tabler/icons-react'
import { memo } from 'react'
import type { Address } from 'viem'
import { ActionButton } from '../../ui/ActionButton.js'
import { Mark } from '../../ui/Mark.js'
import { Remark } from '../../ui/Remark.js'
import classes from './PaymentLine.module.css'

/**
 * One payment of many, to be read. Its properties are texts, so that of
 * hundreds of lines only those are drawn again that changed.
 */
export const PaymentLine = memo(function PaymentLine({
  id,
  row,
  recipient,
  address,
  name,
  amount,
  symbol,
  mistake,
  warning,
  onOpen,
  onRemove,
}: {
  id: number
  /** As people count. */
  row: number
  /** As it was typed. */
  recipient: string
  address: Address | undefined
  name: string | undefined
  amount: string
  symbol: string
  mistake: string
  warning: string
  onOpen: (id: number) => void
  onRemove: (id: number) => void
}) {
  return (
    <div className={classes.line}>
      <span className={classes.row}>{row}</span>
      <span className={classes.mark}>
        {address && <Mark address={address} size={24} />}
      </span>
      <span className={classes.who}>
        {name && <b>{name}</b>}
        <span className={classes.address}>
          {address ?? (recipient || 'No recipient')}
        </span>
      </span>
      <span className={classes.amount}>
        {amount || '–'} <span>{symbol}</span>
      </span>
      <span className={classes.actions}>
        <ActionButton label={`Edit row ${row}`} onClick={() => onOpen(id)}>
          <IconPencil size={16} stroke={1.75} aria-hidden="true" />
        </ActionButton>
        <ActionButton label={`Remove row ${row}`} onClick={() => onRemove(id)}>
          <IconX size={16} stroke={1.75} aria-hidden="true" />
        </ActionButton>
      </span>
      {(mistake || warning) && (
        <div className={classes.notes}>
          {mistake && <Remark kind="danger">{mistake}</Remark>}
          {warning && <Remark kind="warn">{warning}</Remark>}
        </div>
      )}
    </div>
  )
})
