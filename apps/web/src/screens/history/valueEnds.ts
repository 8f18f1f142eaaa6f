import { type PriceThen, sumValue } from '../../queries/pricesThen.js'
import type { StatementLine } from './statement.js'

/**
 * What balances at one end were worth, in hundredths of a dollar, and whose
 * price nobody knows. Undefined: of nothing that was there a price is known.
 */
export function valueEnd(
  lines: readonly StatementLine[],
  {
    prices,
    end,
  }: {
    prices: readonly PriceThen[] | undefined
    end: 'opening' | 'closing'
  },
): { cents: bigint | undefined; unpriced: readonly StatementLine[] } {
  if (lines.some((line) => line[end] === undefined))
    return { cents: undefined, unpriced: [] }
  const held = lines.filter((line) => line[end])
  const values = held.map((line) => ({
    line,
    cents: valueLine(line, prices, end),
  }))
  const known = values.flatMap(({ cents }) => cents ?? [])
  return {
    cents:
      held.length > 0 && known.length === 0
        ? undefined
        : known.reduce((sum, cents) => sum + cents, 0n),
    unpriced: values.flatMap(({ line, cents }) =>
      cents === undefined ? line : [],
    ),
  }
}

export function valueLine(
  { token, decimals, ...line }: StatementLine,
  prices: readonly PriceThen[] | undefined,
  end: 'opening' | 'closing',
): bigint | undefined {
  const value = line[end]
  if (value === undefined || decimals === undefined) return undefined
  return value === 0n ? 0n : sumValue([{ token, value, decimals }], prices)
}
