import { Button } from '@mantine/core'
import { type ClipboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAddressTexts } from '../../hooks/useAddressTexts.js'
import { useStable } from '../../hooks/useStable.js'
import { formatCount } from '../../lib/formatCount.js'
import { Form } from '../../ui/Form.js'
import { Remark } from '../../ui/Remark.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeError } from '../../words/errors.js'
import type { FormProps } from '../machine/flow.js'
import { checkPayments } from './checkPayments.js'
import {
  addEmptyPayment,
  addPayments,
  type Payment,
  type PaymentTexts,
  pinRecipient,
  type SendTokensInput,
} from './input.js'
import { MoreRows } from './MoreRows.js'
import { PaymentMistakes } from './PaymentMistakes.js'
import { PaymentRows } from './PaymentRows.js'
import { PaymentTotals } from './PaymentTotals.js'
import { isPaymentList, readSoundList } from './paymentList.js'
import classes from './SendTokensForm.module.css'
import { useOpenRows } from './useOpenRows.js'
import { useTokens } from './useTokens.js'

export function SendTokensForm({
  place,
  input,
  onInput,
  onDone,
  onCancel,
}: FormProps<SendTokensInput>) {
  const { chain } = place
  const { payments } = input
  const { read, checked, sendable } = useReadPayments(place, payments)
  const { tokens, offered, isReading } = sendable
  const [isSubmitted, setIsSubmitted] = useState(false)
  /** The list that is being put in; undefined: none is. */
  const [pasted, setPasted] = useState<string>()
  const [news, setNews] = useState('')
  const rows = useOpenRows(payments.length)
  const heldTokens = [...tokens.values()]

  const write = (next: Payment[]) => onInput({ payments: next })
  const change = (id: number, part: Partial<Payment>) =>
    write(payments.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const remove = (id: number) => write(payments.filter((one) => one.id !== id))
  const add = () => {
    const next = addEmptyPayment(payments)
    const id = next.at(-1)?.id ?? 0
    flushSync(() => write(next))
    rows.open(id)
  }
  const take = (added: readonly PaymentTexts[]) => {
    write(addPayments(payments, added))
    setPasted(undefined)
    setNews(`${formatCount(added.length, 'row')} added.`)
  }
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!isPaymentList(text)) return
    event.preventDefault()
    event.stopPropagation()
    const added = readSoundList(text, { payments, tokens: heldTokens })
    if (added) take(added)
    // The panel says what is wrong with it.
    else setPasted(text)
  }
  const openRow = (index: number) => {
    const id = payments[index]?.id
    if (id !== undefined) rows.open(id)
  }
  const submit = () => {
    flushSync(() => setIsSubmitted(true))
    const wrong = checked.findIndex(({ mistakes }) => hasAny(mistakes))
    if (wrong !== -1) return openRow(wrong)
    flushSync(() =>
      write(read.map(({ to, ...payment }) => pinRecipient(payment, to))),
    )
    finish()
  }
  const finish = useStable(onDone)
  return (
    <Form className={classes.form} onSubmit={submit}>
      <Unread chain={chain} error={sendable.error} />
      <ol ref={rows.list} className={classes.payments} onPasteCapture={paste}>
        <PaymentRows
          place={place}
          payments={read}
          checked={checked}
          offered={offered}
          isReading={isReading}
          isSubmitted={isSubmitted}
          rows={rows}
          onChange={change}
          onRemove={remove}
        />
      </ol>
      <MoreRows
        chain={chain}
        tokens={tokens}
        payments={payments}
        pasted={pasted}
        onPasted={setPasted}
        news={news}
        onAdd={add}
        onTake={take}
      />
      <PaymentTotals checked={checked} provenance={sendable.provenance} />
      {isSubmitted && payments.length > 1 && (
        <PaymentMistakes checked={checked} onOpen={openRow} />
      )}
      <div className={classes.end}>
        <Button type="submit" disabled={isReading && !sendable.error}>
          Review
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  )
}

function Unread({
  chain,
  error,
}: Pick<SafePlace, 'chain'> & { error: Error | null }) {
  if (!error) return null
  return (
    <Remark kind="danger" role="alert">
      Can’t read the safe’s balances on {chain.name}. {describeError(error)}{' '}
      Retrying…
    </Remark>
  )
}

/** Whom the rows name, what the safe has, and what is wrong with them. */
function useReadPayments(place: SafePlace, payments: readonly Payment[]) {
  const recipients = useAddressTexts(
    place.chain,
    payments.map(({ recipient }) => recipient),
  )
  const sendable = useTokens(
    place,
    payments.map(({ token }) => token),
  )
  const { tokens, isReading } = sendable
  const read = payments.flatMap((payment, index) => {
    const to = recipients[index]
    return to ? { ...payment, to } : []
  })
  const checked = checkPayments(read, {
    safe: place.address,
    tokens,
    isReading,
  })
  return { read, checked, sendable }
}

function hasAny(mistakes: object): boolean {
  return Object.keys(mistakes).length > 0
}
