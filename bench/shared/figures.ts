import { keccak256 } from 'viem'

/** Hundredths are what these machines can tell apart. */
export function round(value: number): number {
  return Math.round(value * 100) / 100
}

export function takeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Seconds for work that is the same on every run. */
export function calibrate(): number {
  const started = performance.now()
  for (let count = 0; count < 20_000; count++) keccak256('0x1234')
  return (performance.now() - started) / 1000
}
