/** The value that so many of a hundred do not exceed. */
export function takePercentile(
  values: readonly number[],
  percent: number,
): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = Math.ceil((sorted.length * percent) / 100) - 1
  return sorted[Math.max(0, at)] ?? 0
}
