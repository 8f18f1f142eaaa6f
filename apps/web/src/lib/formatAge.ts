const words = new Intl.RelativeTimeFormat('en')

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** "3 minutes ago"; what is less than one is "a moment ago". */
export function formatAge(milliseconds: number): string {
  for (const [unit, length] of units)
    if (milliseconds >= length)
      return words.format(-Math.floor(milliseconds / length), unit)
  return 'a moment ago'
}
