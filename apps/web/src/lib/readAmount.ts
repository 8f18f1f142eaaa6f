/** What was typed where an amount is expected. */
export type AmountReading =
  | { status: 'empty' }
  | { status: 'amount'; value: bigint }
  | { status: 'refused'; reason: string }

/** No token has so many digits; what is longer is not an amount. */
const longestText = 120

/**
 * Reads digits and one point, exactly. Whatever could be read in two ways is
 * refused with a hint: an amount is never guessed.
 */
export function readAmount(
  text: string,
  { symbol, decimals }: { symbol: string; decimals: number },
): AmountReading {
  const trimmed = text.trim()
  if (!trimmed) return { status: 'empty' }
  const mistake = findMistake(trimmed)
  if (mistake) return { status: 'refused', reason: mistake }
  const [integer = '', fraction = ''] = trimmed.split('.')
  if (fraction.length > decimals)
    return {
      status: 'refused',
      reason: describeDecimals({ symbol, decimals, given: fraction.length }),
    }
  const value = BigInt(integer + fraction.padEnd(decimals, '0'))
  if (value === 0n) return { status: 'refused', reason: notPositive }
  if (value > largest)
    return {
      status: 'refused',
      reason: `This amount is too large: the maximum is ${largest} in smallest units.`,
    }
  return { status: 'amount', value }
}

/** What fits into the word of a contract. */
const largest = 2n ** 256n - 1n

const notPositive = 'The amount must be more than 0.'

/** Why this is not the plain form of a number. */
function findMistake(text: string): string | undefined {
  if (text.length > longestText || !/[0-9]/.test(text))
    return describeNoNumber(text)
  if (/^[0-9]*\.?[0-9]*$/.test(text)) return undefined
  if (/^-[0-9]*[.,]?[0-9]*$/.test(text)) return notPositive
  if (separated.some((form) => form.test(text)))
    return 'Enter the number without thousands separators, for example 1000.50.'
  if (/^[0-9]*,[0-9]*$/.test(text))
    return 'Use a point for decimals, for example 1.5. Commas aren’t accepted, because a comma could also mean thousands.'
  return describeNoNumber(text)
}

/** 1,000.50 and 1,000,000; 1.000,50 and 1.000.000; 1 000, 1'000 and 1_000. */
const separated = [
  /^[0-9]{1,3}(,[0-9]{3})+\.[0-9]*$/,
  /^[0-9]{1,3}(,[0-9]{3}){2,}$/,
  /^[0-9]{1,3}(\.[0-9]{3})+,[0-9]*$/,
  /^[0-9]{1,3}(\.[0-9]{3}){2,}$/,
  /^[0-9]{1,3}([\s'’_][0-9]{3})+([.,][0-9]*)?$/,
]

function describeNoNumber(text: string): string {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text
  return `“${shown}” is not a number. Use digits and one point.`
}

function describeDecimals({
  symbol,
  decimals,
  given,
}: {
  symbol: string
  decimals: number
  given: number
}): string {
  if (decimals === 0) return `${symbol} has no decimals: enter a whole number.`
  return `${symbol} has ${decimals} decimals, but this amount has ${given}.`
}
