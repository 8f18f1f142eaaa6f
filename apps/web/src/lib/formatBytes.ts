import { formatCount } from './formatCount.js'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** "14 MB", in the units that disks are sold in. */
export function formatBytes(bytes: number): string {
  const power = Math.min(
    units.length - 1,
    Math.floor(Math.log10(Math.max(1, bytes)) / 3),
  )
  const value = bytes / 1000 ** power
  // The short form of a byte knows no plural.
  if (power === 0) return formatCount(value, 'byte')
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: units[power] ?? 'byte',
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  })
    .format(value)
    .replace(' ', '\u00a0')
}
