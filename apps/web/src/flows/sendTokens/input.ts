import { type Address, zeroAddress } from 'viem'
import * as z from 'zod/mini'
import { readTokenText } from '../../lib/readTokenText.js'
import type { AppSearch } from '../../lib/searchText.js'
import type { AddressReading } from '../../understand/safe/addressReading.js'

/** More do not fit into one transaction of most chains. */
export const mostPayments = 500

const text = z.string().check(z.maxLength(2000))

/** One row of the form: texts as they were typed. */
const payment = z.object({
  /** Stays with the row while others come and go. */
  id: z.int(),
  recipient: text,
  /** What the name in `recipient` stood for when it was last reviewed. */
  resolved: z.nullable(text),
  /** The zero address is the native currency. */
  token: text,
  amount: text,
})
export type Payment = z.output<typeof payment>

export const sendTokensInput = z.object({
  payments: z.array(payment).check(z.maxLength(mostPayments)),
})
export type SendTokensInput = z.output<typeof sendTokensInput>

/** What a row of a list or a link says of a payment. */
export type PaymentTexts = Pick<Payment, 'recipient' | 'token' | 'amount'>

export function createInput({ token, recipient }: AppSearch): SendTokensInput {
  const found = readTokenText(token ?? '')
  return {
    payments: addPayments(
      [],
      [
        {
          recipient: recipient ?? '',
          token: found.token ?? zeroAddress,
          amount: '',
        },
      ],
    ),
  }
}

/** Rows without a word in them make place for what is added. */
export function addPayments(
  payments: readonly Payment[],
  added: readonly PaymentTexts[],
): Payment[] {
  const first = 1 + Math.max(0, ...payments.map(({ id }) => id))
  return [
    ...payments.filter(
      ({ recipient, amount }) => recipient.trim() || amount.trim(),
    ),
    ...added.map((texts, index) => ({
      id: first + index,
      resolved: null,
      ...texts,
    })),
  ]
}

/** The next row goes on with the token of the last. */
export function addEmptyPayment(payments: readonly Payment[]): Payment[] {
  const id = 1 + Math.max(0, ...payments.map((one) => one.id))
  const token: string = payments.at(-1)?.token ?? zeroAddress
  return [...payments, { id, recipient: '', resolved: null, token, amount: '' }]
}

/** Where a list says no token, it goes on with that of the last row. */
export function lastToken(payments: readonly Payment[]): Address {
  const token = payments.at(-1)?.token
  return token?.startsWith('0x') ? (token as Address) : zeroAddress
}

/** How many more rows fit, empty ones not counted. */
export function countRoom(payments: readonly Payment[]): number {
  const filled = payments.filter(({ recipient, amount }) => recipient || amount)
  return mostPayments - filled.length
}

/** What a name stood for stays with the row, for the review. */
export function pinRecipient(
  payment: Payment,
  { address, text: read, isContact }: AddressReading,
): Payment {
  if (!address) return { ...payment, resolved: null }
  // A contact is a name of this browser; the chain knows nothing of it.
  if (isContact) return { ...payment, recipient: address, resolved: null }
  return { ...payment, resolved: read.status === 'name' ? address : null }
}
