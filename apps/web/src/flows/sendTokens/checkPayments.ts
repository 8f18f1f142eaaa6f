import { type Address, formatUnits, zeroAddress } from 'viem'
import { readAmount } from '../../lib/readAmount.js'
import { readTokenText } from '../../lib/readTokenText.js'
import {
  type AddressReading,
  checkRecipient,
} from '../../understand/safe/addressReading.js'
import type { HeldToken } from '../../understand/safe/heldTokens.js'

/** A token that can be sent, with what the chain says of it. */
export type SendableToken = HeldToken & {
  /** Of one whole token, where the gateway names one. */
  price?: string | undefined
}

/** A row of the form together with the account that its text means. */
export type ReadPayment = {
  recipient: string
  to: Pick<AddressReading, 'address' | 'error'>
  token: string
  amount: string
}

export type SendFacts = {
  safe: Address
  /** By their addresses; the zero address is the native currency. */
  tokens: ReadonlyMap<Address, SendableToken>
  /** The chain has not answered for all tokens yet. */
  isReading: boolean
}

/** What is to be said about one row. */
export type CheckedPayment = {
  /** What stands in the way, by field. */
  mistakes: { recipient?: string; token?: string; amount?: string }
  /** What somebody should know, and may want all the same. */
  warnings: string[]
  token: SendableToken | undefined
  /** In the token's smallest unit, once the text is an amount. */
  value: bigint | undefined
}

export function checkPayments(
  payments: readonly ReadPayment[],
  facts: SendFacts,
): CheckedPayment[] {
  const checked = payments.map((payment) => checkPayment(payment, facts))
  markOverdrafts(checked)
  markRepeats(payments, checked)
  return checked
}

function checkPayment(
  { recipient, to, token: tokenText, amount }: ReadPayment,
  facts: SendFacts,
): CheckedPayment {
  const { token, mistake: tokenMistake } = findToken(tokenText, facts)
  // How many decimals there may be is known with the token; the rest is not.
  const read = readAmount(amount, token ?? anyToken)
  const recipientMistake = checkRecipient(recipient, to)
  const amountMistake = (() => {
    if (read.status === 'empty') return 'Enter an amount.'
    return read.status === 'refused' ? read.reason : undefined
  })()
  return {
    mistakes: {
      ...(recipientMistake && { recipient: recipientMistake }),
      ...(tokenMistake && { token: tokenMistake }),
      ...(amountMistake && { amount: amountMistake }),
    },
    warnings: listWarnings(to.address, token, facts),
    token,
    value: token && read.status === 'amount' ? read.value : undefined,
  }
}

const anyToken = { symbol: 'A token', decimals: 255 }

function findToken(
  text: string,
  { tokens, isReading }: SendFacts,
): { token?: SendableToken; mistake?: string } {
  const { token: address, reason } = readTokenText(text)
  if (!address) return { mistake: reason }
  const token = tokens.get(address)
  if (token) return { token }
  return {
    mistake: isReading
      ? 'Reading balance…'
      : `The safe holds no token with the address ${address}.`,
  }
}

function listWarnings(
  recipient: Address | undefined,
  token: SendableToken | undefined,
  { safe }: SendFacts,
): string[] {
  if (recipient === undefined || recipient === zeroAddress) return []
  if (recipient === safe) return ['This is the safe itself.']
  if (recipient === token?.token)
    return [
      `This is the ${token.symbol} contract. Tokens sent there are usually lost.`,
    ]
  return []
}

/** Said at the row with which the sum passes the balance. */
function markOverdrafts(checked: readonly CheckedPayment[]): void {
  const sums = new Map<Address, bigint>()
  for (const { token, value, mistakes } of checked) {
    if (!token || value === undefined) continue
    const before = sums.get(token.token) ?? 0n
    const sum = before + value
    sums.set(token.token, sum)
    if (before > token.balance || sum <= token.balance) continue
    mistakes.amount = describeOverdraft({ token, sum, isFirst: before === 0n })
  }
}

function describeOverdraft({
  token,
  sum,
  isFirst,
}: {
  token: SendableToken
  sum: bigint
  isFirst: boolean
}): string {
  const { symbol, decimals, balance } = token
  const held = `${formatUnits(balance, decimals)} ${symbol}`
  return isFirst
    ? `The safe has only ${held}.`
    : `Up to this row you send ${formatUnits(sum, decimals)} ${symbol}, but the safe has only ${held}.`
}

/** The same token to the same address twice may be a line pasted twice. */
function markRepeats(
  payments: readonly ReadPayment[],
  checked: readonly CheckedPayment[],
): void {
  const rows = new Map<string, number>()
  for (const [index, { token, warnings }] of checked.entries()) {
    const address = payments[index]?.to.address
    if (!address || !token) continue
    const key = `${address} ${token.token}`
    const earlier = rows.get(key)
    if (earlier === undefined) rows.set(key, index + 1)
    else
      warnings.push(
        `Row ${earlier} also sends ${token.symbol} to this recipient.`,
      )
  }
}

/** What is left of a row's token after all the other rows. */
export function findRest(
  checked: readonly CheckedPayment[],
  index: number,
): bigint | undefined {
  const token = checked[index]?.token
  if (!token) return undefined
  const others = checked.filter((_, at) => at !== index)
  return token.balance - sumOf(token.token, others)
}

export type TokenTotal = { token: SendableToken; sent: bigint; rest: bigint }

/** By token, in the order in which the rows name them. */
export function sumPayments(checked: readonly CheckedPayment[]): TokenTotal[] {
  const tokens = new Map(
    checked.flatMap(({ token }) =>
      token ? [[token.token, token] as const] : [],
    ),
  )
  return [...tokens.values()].map((token) => {
    const sent = sumOf(token.token, checked)
    return { token, sent, rest: token.balance - sent }
  })
}

function sumOf(token: Address, checked: readonly CheckedPayment[]): bigint {
  return checked.reduce(
    (sum, { token: other, value = 0n }) =>
      other?.token === token ? sum + value : sum,
    0n,
  )
}
