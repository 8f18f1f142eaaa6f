import { type Address, formatUnits } from 'viem'
import { readAmount } from '../../lib/readAmount.js'
import { readTokenText } from '../../lib/readTokenText.js'
import type { HeldToken } from '../../understand/safe/heldTokens.js'
import type { Fund } from './input.js'

/** What the chain says the parent has of a token. */
export type Held = Pick<HeldToken, 'symbol' | 'decimals' | 'balance'>

export type CheckedFund = {
  mistakes: { token?: string; amount?: string }
  token: Address | undefined
  /** In the token's smallest unit, once the row has no mistake. */
  value: bigint | undefined
}

/** Every row for itself; a token has one row, so there is nothing to sum. */
export function checkFunds(
  funds: readonly Fund[],
  held: ReadonlyMap<Address, Held>,
): CheckedFund[] {
  const tokens = funds.map(({ token }) => readTokenText(token).token)
  return funds.map((fund, at) => {
    const token = tokens[at]
    const found = token && held.get(token)
    if (!token || !found)
      return {
        token,
        value: undefined,
        mistakes: { token: 'The safe doesn’t hold this token.' },
      }
    if (tokens.indexOf(token) < at)
      return {
        token,
        value: undefined,
        mistakes: {
          token: `${found.symbol} already has a row. Change the amount there.`,
        },
      }
    return { token, ...checkAmount(fund.amount, found) }
  })
}

function checkAmount(
  text: string,
  { symbol, decimals, balance }: Held,
): Pick<CheckedFund, 'mistakes' | 'value'> {
  const read = readAmount(text, { symbol, decimals })
  if (read.status === 'amount' && read.value <= balance)
    return { mistakes: {}, value: read.value }
  const reason = (() => {
    if (read.status === 'empty') return 'Enter an amount, or remove the row.'
    if (read.status === 'refused') return read.reason
    return `The safe has only ${formatUnits(balance, decimals)} ${symbol}.`
  })()
  return { mistakes: { amount: reason }, value: undefined }
}
