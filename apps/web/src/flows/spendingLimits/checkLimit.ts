import type { TokenFacts } from '@covault/protocol'
import { type Address, formatUnits, zeroAddress } from 'viem'
import { readAmount } from '../../lib/readAmount.js'
import { readTokenText } from '../../lib/readTokenText.js'
import type { Allowance, AllowanceBook } from '../../trust/assets/allowances.js'
import {
  type AddressReading,
  checkReading,
} from '../../understand/safe/addressReading.js'
import { type LimitInput, periods } from './limitInput.js'

/** The module counts amounts in 96 bits. */
export const largestLimit = 2n ** 96n - 1n

export type LimitMistakes = {
  beneficiary?: string
  token?: string
  amount?: string
}

export type LimitFacts = {
  safe: Address
  beneficiary: Pick<AddressReading, 'address' | 'error' | 'isPending'>
  /** Undefined: not known yet, or no token at all. */
  token: TokenFacts | undefined
  isReading: boolean
  book: AllowanceBook | undefined
}

/** What the module would refuse, and what is not finished yet, in words. */
export function checkLimit(
  input: LimitInput,
  { safe, beneficiary, token, isReading, book }: LimitFacts,
): { mistakes: LimitMistakes; value: bigint | undefined } {
  const named = readTokenText(input.token)
  const amount = token && readAmount(input.amount, token)
  const value = amount?.status === 'amount' ? amount.value : undefined
  const present = findLimit(book, {
    delegate: beneficiary.address,
    token: named.token,
  })
  const mistakes = {
    beneficiary:
      checkReading(beneficiary, 'Enter a spender.') ??
      checkBeneficiary(beneficiary.address, { safe, book }),
    token: named.reason ?? checkToken({ token, isReading }),
    amount: token
      ? (checkAmount(amount, token) ?? checkSame(input, { value, present }))
      : undefined,
  }
  const said = Object.entries(mistakes).filter(([, words]) => words)
  return { mistakes: Object.fromEntries(said), value }
}

export function findLimit(
  book: AllowanceBook | undefined,
  {
    delegate,
    token,
  }: { delegate: Address | undefined; token: Address | undefined },
): Allowance | undefined {
  return book?.allowances.find(
    (one) => one.delegate === delegate && one.token === token,
  )
}

function checkBeneficiary(
  address: Address | undefined,
  { safe, book }: Pick<LimitFacts, 'safe' | 'book'>,
): string | undefined {
  if (!address) return undefined
  if (address === zeroAddress) return 'The zero address can’t spend.'
  if (address === safe)
    return 'This is the safe itself, which needs no limit to spend.'
  // The module tells beneficiaries apart by the last six bytes alone.
  const key = toKey(address)
  if (/^0+$/.test(key))
    return 'The module doesn’t support addresses that end in twelve zeros.'
  const rival = book?.delegates.find(
    (delegate) => delegate !== address && toKey(delegate) === key,
  )
  return rival
    ? `The module can’t tell this address from ${rival}: both end in the same twelve digits.`
    : undefined
}

function toKey(address: Address): string {
  return address.slice(-12).toLowerCase()
}

function checkToken({
  token,
  isReading,
}: Pick<LimitFacts, 'token' | 'isReading'>): string | undefined {
  if (token) return undefined
  return isReading
    ? 'Reading this token from the chain…'
    : 'This contract isn’t a token.'
}

function checkAmount(
  amount: ReturnType<typeof readAmount> | undefined,
  { symbol, decimals }: TokenFacts,
): string | undefined {
  if (amount?.status === 'refused') return amount.reason
  if (amount?.status !== 'amount') return 'Enter an amount.'
  return amount.value > largestLimit
    ? `The module supports at most ${formatUnits(largestLimit, decimals)} ${symbol}.`
    : undefined
}

function checkSame(
  { period }: LimitInput,
  {
    value,
    present,
  }: { value: bigint | undefined; present: Allowance | undefined },
): string | undefined {
  const isSame =
    present?.amount === value &&
    present?.resetMinutes === periods[period].minutes
  return isSame ? 'The limit already has this value.' : undefined
}
