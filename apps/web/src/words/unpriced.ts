import type { Address } from 'viem'
import { toForeignText } from '../lib/foreignText.js'
import { formatCount } from '../lib/formatCount.js'

const mostNamed = 3

/** Beside a sum: whose price nobody knows. */
export function writeUnpriced(
  tokens: readonly { symbol: string; token: Address }[],
): string {
  if (tokens.length === 0) return ''
  const names =
    tokens.length > mostNamed
      ? formatCount(tokens.length, 'token')
      : tokens
          .map(({ symbol, token }) => toForeignText(symbol, 20) || token)
          .join(', ')
  return `not counting ${names}, price unknown`
}
