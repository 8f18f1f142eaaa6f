import {
  add,
  cut,
  formatDecimal,
  parseDecimal,
  zero,
} from '@covault/api/decimal'
import type { BalanceItem } from './readBalances.js'

/** Added before the rest is cut off, it rounds half a hundredth up. */
const half = { digits: 5n, scale: 3 }

/**
 * The total as people add it up: of values that are each rounded to the
 * hundredth, as every list shows them.
 */
export function sumInCents(
  items: readonly Pick<BalanceItem, 'fiatBalance'>[],
): string {
  const values = items.map(({ fiatBalance }) =>
    cut(add(parseDecimal(fiatBalance) ?? zero, half), 2),
  )
  return formatDecimal(values.reduce(add, zero))
}
