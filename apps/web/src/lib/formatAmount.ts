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

/** The digits before the point, in groups of three. */
export function groupDigits(digits: string): string {
  const [integer = '', ...fraction] = digits.split('.')
  return [integer.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')
}
