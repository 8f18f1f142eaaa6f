import {
  encodeMethod,
  executeAllowanceTransferMethod,
  type TokenFacts,
} from '@covault/protocol'
import { type Address, zeroAddress } from 'viem'
import { readAmount } from '../../lib/readAmount.js'
import { type Allowance, getRemaining } from '../../trust/assets/allowances.js'
import {
  type AddressReading,
  checkReading,
} from '../../understand/safe/addressReading.js'
import { writeAmount } from '../../understand/tell/limitWords.js'
import type { Execution } from '../act/execute.js'

/** What is about to be spent, once the form has no mistake. */
export type Spending = { recipient: Address; value: bigint }

export type SpendFacts = {
  safe: Address
  recipient: Pick<AddressReading, 'address' | 'error' | 'isPending'>
  limit: Allowance
  token: TokenFacts
  /** What the safe has of the token; undefined: not known yet. */
  balance: bigint | undefined
}

/** What the module or the token would refuse, in words. */
export function checkSpending(
  amountText: string,
  { safe, recipient, limit, token, balance }: SpendFacts,
): {
  mistakes: { recipient?: string; amount?: string }
  value: bigint | undefined
} {
  const amount = readAmount(amountText, token)
  const value = amount.status === 'amount' ? amount.value : undefined
  const who = checkRecipient(recipient, safe)
  const howMuch =
    amount.status === 'refused'
      ? amount.reason
      : checkAmount(value, { limit, token, balance })
  return {
    mistakes: {
      ...(who && { recipient: who }),
      ...(howMuch && { amount: howMuch }),
    },
    value,
  }
}

/**
 * The call that the beneficiary's own wallet sends. Without a signature in it
 * the module takes the sender for the beneficiary.
 */
export function encodeSpending({
  safe,
  limit: { module, delegate, token },
  recipient,
  value,
}: {
  safe: Address
  limit: Pick<Allowance, 'module' | 'delegate' | 'token'>
  recipient: Address
  value: bigint
}): Execution {
  return {
    to: module,
    data: encodeMethod(executeAllowanceTransferMethod, {
      safe,
      token,
      to: recipient,
      amount: value,
      paymentToken: zeroAddress,
      payment: 0n,
      delegate,
      signature: '0x',
    }),
  }
}

function checkRecipient(
  recipient: SpendFacts['recipient'],
  safe: Address,
): string | undefined {
  const { address } = recipient
  const mistake = checkReading(recipient, 'Enter a recipient.')
  if (mistake) return mistake
  if (address === zeroAddress)
    return 'This is the zero address. Anything sent there is lost.'
  return address === safe
    ? 'This is the safe itself. The limit would be spent for nothing.'
    : undefined
}

function checkAmount(
  value: bigint | undefined,
  { limit, token, balance }: Pick<SpendFacts, 'limit' | 'token' | 'balance'>,
): string | undefined {
  if (value === undefined) return 'Enter an amount.'
  const remaining = getRemaining(limit)
  if (value > remaining)
    return `Only ${writeAmount(remaining, token)} of the limit is left.`
  if (balance === undefined) return 'Reading the safe’s balance…'
  return value > balance
    ? `The safe has only ${writeAmount(balance, token)}.`
    : undefined
}
