import type { TokenFacts } from '@covault/protocol'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAmount } from '../../lib/formatAmount.js'
import { formatCount } from '../../lib/formatCount.js'
import type { Allowance } from '../../trust/assets/allowances.js'

/** "1,250.50 DUSD"; the units of a token nobody has read are told as such. */
export function writeAmount(
  value: bigint,
  token: TokenFacts | undefined,
): string {
  if (!token) return `${value} units of an unknown token`
  const { integer, fraction } = formatAmount(value, token.decimals)
  const number = fraction ? `${integer}.${fraction}` : integer
  return `${number} ${toForeignText(token.symbol, 20)}`
}

const day = 24 * 60

/** "every 7 days"; 0 minutes are never again. */
export function describePeriod(minutes: number): string {
  if (minutes === 0) return 'in total'
  if (minutes === day) return 'every day'
  if (minutes % day === 0) return `every ${formatCount(minutes / day, 'day')}`
  if (minutes % 60 === 0) return `every ${formatCount(minutes / 60, 'hour')}`
  return `every ${formatCount(minutes, 'minute')}`
}

/** In milliseconds; undefined: it never renews. */
export function getNextReset({
  resetMinutes,
  lastResetMinute,
}: Allowance): number | undefined {
  if (resetMinutes === 0) return undefined
  return (lastResetMinute + resetMinutes) * 60_000
}

/** What a limit is now, and what that means for the one to be set. */
export function describePresent(
  present: Pick<Allowance, 'amount' | 'spent' | 'resetMinutes'>,
  {
    token,
    value,
    resetMinutes,
  }: {
    token: TokenFacts | undefined
    /** Of the new limit, once it can be read. */
    value: bigint | undefined
    /** Of the new limit. */
    resetMinutes: number
  },
): string {
  const now = `Now ${writeAmount(present.amount, token)} ${describePeriod(present.resetMinutes)}, ${writeAmount(present.spent, token)} of it spent.`
  if (value === undefined || value > present.spent)
    return `${now} The amount already spent still counts.`
  const end = resetMinutes === 0 ? 'is reset' : 'renews or is reset'
  return `${now} The amount already spent reaches the new limit, so nothing can be spent until the limit ${end}.`
}
