import { type Address, parseUnits, zeroAddress } from 'viem'
import { type Context, getServedChain } from '../context.js'
import { InputFailure } from '../failures.js'

/** A decimal amount as people write it; another is refused, not guessed. */
export function readAmount(
  text: string | undefined,
  decimals: number,
): bigint | undefined {
  if (text === undefined) return undefined
  const [, fraction = ''] = text.split('.')
  if (!/^[0-9]{1,60}(?:\.[0-9]+)?$/.test(text) || fraction.length > decimals)
    throw new InputFailure({
      code: 'custom',
      path: ['value'],
      message: 'Invalid amount',
    })
  return parseUnits(text, decimals)
}

/** A bound between two amounts that a token can have means the one inside. */
export function readBound(
  text: string | undefined,
  decimals: number,
  toward: 'up' | 'down',
): bigint | undefined {
  const [, fraction = ''] = text?.split('.') ?? []
  const amount = readAmount(text, Math.max(decimals, fraction.length))
  const surplus = fraction.length - decimals
  if (amount === undefined || surplus <= 0) return amount
  const unit = 10n ** BigInt(surplus)
  return (toward === 'up' ? amount + unit - 1n : amount) / unit
}

/** From when to when something was executed. */
export function readPeriod(query: {
  execution_date__gte?: string | undefined
  execution_date__lte?: string | undefined
}): { executedFrom: Date | undefined; executedTo: Date | undefined } {
  return {
    executedFrom: readDate(query, 'execution_date__gte'),
    executedTo: readDate(query, 'execution_date__lte'),
  }
}

function readDate<name extends string>(
  query: { [key in name]?: string | undefined },
  name: name,
): Date | undefined {
  const text = query[name]
  if (text === undefined) return undefined
  const date = new Date(text)
  const year = date.getUTCFullYear()
  // What the database cannot hold would be an error of ours.
  if (Number.isNaN(year) || year < 1970 || year > 9999)
    throw new InputFailure({
      code: 'custom',
      path: [name],
      message: 'Invalid date',
    })
  return date
}

/** In what an amount is told: of the token asked for, else the native coin. */
export async function readDecimals(
  context: Context,
  { chainId, token }: { chainId: number; token: Address | undefined },
): Promise<number> {
  if (!token || token === zeroAddress)
    return getServedChain(context, chainId).nativeCurrency.decimals
  const tokens = await context.readTokens({ chainId, addresses: [token] })
  return tokens.get(token)?.decimals ?? 18
}
