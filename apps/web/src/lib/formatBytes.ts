const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** "14 MB", in the units that disks are sold in. */
export function formatBytes(bytes: number): string {
  const power = Math.min(
    units.length - 1,
    Math.floor(Math.log10(Math.max(1, bytes)) / 3),
  )
  const value = bytes / 1000 ** power
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: units[power] ?? 'byte',
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  }).format(value)
}
