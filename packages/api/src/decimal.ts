/**
 * An exact decimal number: `digits` divided by ten to the power of `scale`.
 * The wire writes prices and values so; money is never a float.
 */
export type Decimal = { digits: bigint; scale: number }

export const zero: Decimal = { digits: 0n, scale: 0 }

/** What the wire shows at most. */
const shownDigits = 20

const pattern = /^(-?)(\d{1,100})(?:\.(\d{1,100}))?(?:[eE]([+-]?\d{1,3}))?$/

/** `undefined` for a text that is not a decimal number. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    pattern.exec(text) ?? []
  if (sign === undefined) return undefined
  const digits = BigInt(`${whole}${fraction}`)
  const scale = fraction.length - Number(exponent)
  const signed = sign === '-' ? -digits : digits
  return scale < 0
    ? { digits: signed * 10n ** BigInt(-scale), scale: 0 }
    : { digits: signed, scale }
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { digits: widen(a, scale) + widen(b, scale), scale }
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, { digits: -b.digits, scale: b.scale })
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale }
}

/** Cut, not rounded, after the given number of fraction digits. */
export function divide(
  a: Decimal,
  b: Decimal,
  fractionDigits: number,
): Decimal {
  if (b.digits === 0n) throw new RangeError('A decimal is divided by zero.')
  const shift = fractionDigits + b.scale - a.scale
  const digits =
    shift < 0
      ? a.digits / (b.digits * 10n ** BigInt(-shift))
      : (a.digits * 10n ** BigInt(shift)) / b.digits
  return { digits, scale: fractionDigits }
}

/** Drops what is beyond the given number of fraction digits. */
export function cut(value: Decimal, fractionDigits = shownDigits): Decimal {
  const surplus = value.scale - fractionDigits
  if (surplus <= 0) return value
  return {
    digits: value.digits / 10n ** BigInt(surplus),
    scale: fractionDigits,
  }
}

/** Below, at or above zero as a comes before, at or after b. */
export function compare(a: Decimal, b: Decimal): number {
  const { digits } = subtract(a, b)
  return digits === 0n ? 0 : digits < 0n ? -1 : 1
}

/** Plain notation without needless zeros, at most 20 fraction digits. */
export function formatDecimal(value: Decimal): string {
  const { digits, scale } = cut(value)
  const sign = digits < 0n ? '-' : ''
  const text = (digits < 0n ? -digits : digits)
    .toString()
    .padStart(scale + 1, '0')
  const whole = text.slice(0, text.length - scale)
  const fraction = text.slice(text.length - scale).replace(/0+$/, '')
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`
}

function widen({ digits, scale }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale)
}
