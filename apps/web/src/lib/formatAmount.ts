import { formatUnits } from 'viem'

/** Integer with separators and exact fraction: never rounded. */
export function formatAmount(
  value: bigint,
  decimals: number,
): { integer: string; fraction: string } {
  const [integer = '0', fraction = ''] = formatUnits(value, decimals).split('.')
  return {
    integer: groupDigits(integer),
    fraction: fraction.padEnd(Math.min(2, decimals), '0'),
  }
}

/** "1,250.50", and "−1,250.50" of what is below zero. */
export function writeNumber(value: bigint, decimals: number): string {
  if (value < 0n) return `−${writeNumber(-value, decimals)}`
  const { integer, fraction } = formatAmount(value, decimals)
  return fraction ? `${integer}.${fraction}` : integer
}

/** The digits before the point, in groups of three. */
export function groupDigits(digits: string): string {
  const [integer = '', ...fraction] = digits.split('.')
  return [integer.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')
}
