import { Button } from '@mantine/core'
import { IconClipboardText, IconPlus } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Address, zeroAddress } from 'viem'
import { useAddressTexts } from '../../hooks/useAddressTexts.js'
import { useFindName } from '../../hooks/useFindName.js'
import { useStable } from '../../hooks/useStable.js'
import { formatCount } from '../../lib/formatCount.js'
import { Remark } from '../../ui/Remark.js'
import type { AddressReading } from '../../understand/safe/addressReading.js'
import { describeError } from '../../words/errors.js'
import type { FormProps } from '../machine/flow.js'
import { checkPayments, findRest } from './checkPayments.js'
import {
  addEmptyPayment,
  addPayments,
  mostPayments,
  type Payment,
  type PaymentTexts,
  pinRecipient,
  type SendTokensInput,
} from './input.js'
import { PasteList } from './PasteList.js'
import { PaymentFields } from './PaymentFields.js'
import { PaymentLine } from './PaymentLine.js'
import { PaymentMistakes } from './PaymentMistakes.js'
import { PaymentTotals } from './PaymentTotals.js'
import { isPaymentList, readPaymentList } from './paymentList.js'
import classes from './SendTokensForm.module.css'
import { useTokens } from './useTokens.js'

/** More rows than this are lines to read; one is opened to be changed. */
const mostOpen = 6

export function SendTokensForm({
  place,
  input,
  onInput,
  onDone,
}: FormProps<SendTokensInput>) {
  const { chain, address: safe } = place
  const { payments } = input
  const recipients = useAddressTexts(
    chain,
    payments.map(({ recipient }) => recipient),
  )
  const sendable = useTokens(
    place,
    payments.map(({ token }) => token),
  )
  const { tokens, offered, isReading } = sendable
  const findName = useFindName()
  const read = payments.flatMap((payment, index) => {
    const to = recipients[index]
    return to ? { ...payment, to } : []
  })
  const checked = checkPayments(read, { safe, tokens, isReading })
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  /** The list that is being put in; undefined: none is. */
  const [pasted, setPasted] = useState<string>()
  const [news, setNews] = useState('')
  const list = useRef<HTMLOListElement>(null)

  const write = (next: Payment[]) => onInput({ payments: next })
  const change = (id: number, part: Partial<Payment>) =>
    write(payments.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const remove = (id: number) => write(payments.filter((one) => one.id !== id))
  const open = (id: number) => {
    flushSync(() => setOpened(new Set([...opened, id])))
    focusRow(list.current, id)
  }
  const close = (id: number) =>
    setOpened(new Set([...opened].filter((one) => one !== id)))
  const add = () => {
    const next = addEmptyPayment(payments)
    const id = next.at(-1)?.id ?? 0
    flushSync(() => write(next))
    open(id)
  }
  const take = (added: readonly PaymentTexts[]) => {
    write(addPayments(payments, added))
    setPasted(undefined)
    setNews(`${formatCount(added.length, 'row')} added.`)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    flushSync(() => setIsSubmitted(true))
    const wrong = checked.findIndex(({ mistakes }) => hasAny(mistakes))
    const id = payments[wrong]?.id
    if (id !== undefined) return open(id)
    flushSync(() =>
      write(read.map(({ to, ...payment }) => pinRecipient(payment, to))),
    )
    finish()
  }
  const finish = useStable(onDone)
  const openStable = useStable(open)
  const removeStable = useStable(remove)
  const room = mostPayments - countFilled(payments)
  const isOpen = (id: number) => payments.length <= mostOpen || opened.has(id)
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      {sendable.error && (
        <Remark kind="danger" role="alert">
          {chain.name} does not say what the safe has:{' '}
          {describeError(sendable.error)} It is asked again by itself.
        </Remark>
      )}
      <ol
        ref={list}
        className={classes.payments}
        onPasteCapture={(event) => {
          const text = event.clipboardData.getData('text')
          if (!isPaymentList(text)) return
          event.preventDefault()
          event.stopPropagation()
          const { payments: added, mistakes } = readPaymentList(text, {
            token: lastToken(payments),
          })
          // The panel says what is wrong with it.
          if (mistakes.length > 0 || added.length > room) setPasted(text)
          else take(added)
        }}
      >
        {read.map((payment, index) => {
          const check = checked[index]
          if (!check) return null
          return (
            <li
              key={payment.id}
              data-payment={payment.id}
              className={isOpen(payment.id) ? '' : classes.line}
            >
              {isOpen(payment.id) ? (
                <PaymentFields
                  chain={chain}
                  safe={place.address}
                  row={index + 1}
                  payment={payment}
                  check={check}
                  rest={findRest(checked, index)}
                  offered={offered}
                  isReading={isReading}
                  isSubmitted={isSubmitted}
                  isOnly={payments.length === 1}
                  onChange={(part) => change(payment.id, part)}
                  onRemove={() => remove(payment.id)}
                  onClose={
                    payments.length > mostOpen
                      ? () => close(payment.id)
                      : undefined
                  }
                />
              ) : (
                <PaymentLine
                  id={payment.id}
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
        })}
      </ol>
      <div className={classes.tools}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
          disabled={payments.length >= mostPayments}
          onClick={add}
        >
          Add recipient
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={
            <IconClipboardText size={16} stroke={1.75} aria-hidden="true" />
          }
          aria-expanded={pasted !== undefined}
          onClick={() => setPasted(pasted === undefined ? '' : undefined)}
        >
          Paste a list or read a file
        </Button>
        <p className={classes.news} role="status">
          {news}
        </p>
      </div>
      {pasted !== undefined && (
        <PasteList
          text={pasted}
          onText={setPasted}
          token={lastToken(payments)}
          symbol={tokens.get(lastToken(payments))?.symbol}
          native={chain.nativeCurrency.symbol}
          room={room}
          onTake={take}
        />
      )}
      <PaymentTotals checked={checked} provenance={sendable.provenance} />
      {isSubmitted && payments.length > 1 && (
        <PaymentMistakes checked={checked} onOpen={openRow} />
      )}
      <div className={classes.end}>
        <Button type="submit" disabled={isReading && !sendable.error}>
          Review
        </Button>
      </div>
    </form>
  )

  /** A name that stands for an address is as good as one in the book. */
  function nameOf({ recipient, to }: Payment & { to: AddressReading }) {
    if (to.text.status === 'name') return recipient
    const { address } = to
    return address && findName({ chainId: chain.chainId, address })
  }

  function openRow(index: number) {
    const id = payments[index]?.id
    if (id !== undefined) open(id)
  }
}

/** Where a list says no token, it goes on with that of the last row. */
function lastToken(payments: readonly Payment[]): Address {
  const token = payments.at(-1)?.token
  return token?.startsWith('0x') ? (token as Address) : zeroAddress
}

function countFilled(payments: readonly Payment[]): number {
  return payments.filter(({ recipient, amount }) => recipient || amount).length
}

function shorten(text: string): string {
  return text.length > 12 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text
}

function hasAny(mistakes: object): boolean {
  return Object.keys(mistakes).length > 0
}

/** The first field with a mistake, or the first of the row. */
function focusRow(list: HTMLElement | null, id: number): void {
  const row = list?.querySelector<HTMLElement>(`[data-payment="${id}"]`)
  const field =
    row?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    row?.querySelector<HTMLElement>('input, select')
  field?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}
