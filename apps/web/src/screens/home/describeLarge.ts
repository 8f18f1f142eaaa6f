import type { ValueHistory } from '@covault/api'
import type { Address } from 'viem'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatAmount } from '../../lib/formatAmount.js'
import { formatShortDay } from '../../lib/formatTime.js'

/** "11 Sep, incoming 150,000.00 USDC from Harbor Grants". */
export function describeLarge(
  {
    at,
    direction,
    amount,
    tokenInfo,
    counterparty,
  }: ValueHistory['largest'][number],
  nameOf: (address: Address) => string | undefined,
): string {
  const { integer, fraction } = formatAmount(amount, tokenInfo.decimals ?? 0)
  const [kind, preposition] =
    direction === 'INCOMING' ? ['incoming', 'from'] : ['outgoing', 'to']
  const who = nameOf(counterparty) ?? formatAddress(counterparty, { digits: 4 })
  const number = fraction ? `${integer}.${fraction}` : integer
  return `${formatShortDay(at)}, ${kind} ${number} ${toForeignText(tokenInfo.symbol, 20)} ${preposition} ${who}`
}
