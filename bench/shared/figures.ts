import { keccak256 } from 'viem'

/** Hundredths are what these machines can tell apart. */
export function round(value: number): number {
  return Math.round(value * 100) / 100
}

export function takeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** The value that so many of a hundred do not exceed. */
export function takePercentile(
  values: readonly number[],
  percent: number,
): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = Math.ceil((sorted.length * percent) / 100) - 1
  return sorted[Math.max(0, at)] ?? 0
}

/** Seconds for work that is the same on every run. */
export function calibrate(): number {
  const started = performance.now()
  for (let count = 0; count < 20_000; count++) keccak256('0x1234')
  return (performance.now() - started) / 1000
}
