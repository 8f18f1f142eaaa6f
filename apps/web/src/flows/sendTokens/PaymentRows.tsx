import { useFindName } from '../../hooks/useFindName.js'
import { useStable } from '../../hooks/useStable.js'
import type { AddressReading } from '../../understand/safe/addressReading.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import {
  type CheckedPayment,
  findRest,
  type SendableToken,
} from './checkPayments.js'
import type { Payment } from './input.js'
import { PaymentFields } from './PaymentFields.js'
import { PaymentLine } from './PaymentLine.js'
import classes from './SendTokensForm.module.css'
import type { useOpenRows } from './useOpenRows.js'

/** The payments, each as fields or, where there are many, as a line. */
export function PaymentRows({
  place: { chain, address: safe },
  payments,
  checked,
  offered,
  isReading,
  isSubmitted,
  rows: { isOpen, open, close },
  onChange,
  onRemove,
}: {
  place: SafePlace
  payments: readonly (Payment & { to: AddressReading })[]
  checked: readonly CheckedPayment[]
  offered: readonly SendableToken[]
  isReading: boolean
  isSubmitted: boolean
  rows: Pick<ReturnType<typeof useOpenRows>, 'isOpen' | 'open' | 'close'>
  onChange: (id: number, part: Partial<Payment>) => void
  onRemove: (id: number) => void
}) {
  const findName = useFindName()
  const openStable = useStable(open)
  const removeStable = useStable(onRemove)
  return payments.map((payment, index) => {
    const { id } = payment
    const check = checked[index]
    if (!check) return null
    return (
      <li key={id} data-payment={id} className={isOpen(id) ? '' : classes.line}>
        {isOpen(id) ? (
          <PaymentFields
            chain={chain}
            safe={safe}
            row={index + 1}
            payment={payment}
            check={check}
            rest={findRest(checked, index)}
            offered={offered}
            isReading={isReading}
            isSubmitted={isSubmitted}
            isOnly={payments.length === 1}
            onChange={(part) => onChange(id, part)}
            onRemove={() => onRemove(id)}
            onClose={close && (() => close(id))}
          />
        ) : (
          <PaymentLine
            id={id}
            row={index + 1}
            recipient={payment.recipient}
            address={payment.to.address}
            name={nameOf(payment)}
            amount={payment.amount}
            symbol={check.token?.symbol ?? shorten(payment.token)}
            mistake={Object.values(check.mistakes).join(' ')}
            warning={check.warnings.join(' ')}
            onOpen={openStable}
            onRemove={removeStable}
          />
        )}
      </li>
    )
  })

  /** A name that resolves to an address is as good as one in the book. */
  function nameOf({ recipient, to }: Payment & { to: AddressReading }) {
    if (to.text.status === 'name') return recipient
    const { address } = to
    return address && findName({ chainId: chain.chainId, address })
  }
}

function shorten(text: string): string {
  return text.length > 12 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text
}
