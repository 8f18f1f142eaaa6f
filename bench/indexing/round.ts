/** Hundredths are what these machines can tell apart. */
export function round(value: number): number {
  return Math.round(value * 100) / 100
}

export function takeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
