import { type Decimal, parseDecimal, zero } from '@covault/api/decimal'

/**
 * Money is counted in whole hundredths of its currency. Each shown value is
 * rounded once, and sums are made of what is shown, so they always agree.
 */

/** Decimal text as the wire has it, `-12.3456` or `1.2e-7`. */
type DecimalText = string

/** What an amount is worth at a price for one whole token. */
export function valueInCents({
  amount,
  decimals,
  price,
}: {
  amount: bigint
  decimals: number
  price: DecimalText
}): bigint {
  const { digits, scale } = readDecimal(price)
  return round(amount * digits, decimals + scale)
}

export function toCents(value: DecimalText): bigint {
  const { digits, scale } = readDecimal(value)
  return round(digits, scale)
}

/** "1,607,927" and "59"; the sign, if any, stands before the integer. */
export function formatCents(cents: bigint): {
  integer: string
  fraction: string
} {
  const size = cents < 0n ? -cents : cents
  const sign = cents < 0n ? '−' : ''
  const text = String(size).padStart(3, '0')
  return {
    integer: sign + text.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ','),
    fraction: text.slice(-2),
  }
}

/** "1,607,927.59" */
export function writeCents(cents: bigint): string {
  const { integer, fraction } = formatCents(cents)
  return `${integer}.${fraction}`
}

/** Percent of the whole with one digit, "30.2%". */
export function formatShare(part: bigint, whole: bigint): string {
  if (whole <= 0n) return '0.0%'
  const tenths = (part * 2000n + whole) / (whole * 2n)
  return `${tenths / 10n}.${tenths % 10n}%`
}

/** What is no number is worth nothing. */
function readDecimal(text: DecimalText): Decimal {
  return parseDecimal(text) ?? zero
}

/** Half of a hundredth goes up, away from zero. */
function round(digits: bigint, scale: number): bigint {
  if (scale <= 2) return digits * 10n ** BigInt(2 - scale)
  const unit = 10n ** BigInt(scale - 2)
  const size = digits < 0n ? -digits : digits
  const rounded = (size * 2n + unit) / (unit * 2n)
  return digits < 0n ? -rounded : rounded
}
