import type { ValueHistory } from '@covault/api'
import { toCents } from '../../lib/money.js'

/** Why a value is another one, in hundredths: deposits are no gains. */
export type ValueChange = {
  from: bigint
  difference: bigint
  /** What came in less what went out. */
  moved: bigint
  /** The rest: prices went up or down. */
  gained: bigint
}

export function explainChange(points: ValueHistory['points']): ValueChange {
  const start = points.findIndex(({ value }) => value !== null)
  // A point is a day as it ended: what moved on the first one is in its value.
  const later = start === -1 ? [] : points.slice(start + 1)
  const values = points.flatMap(({ value }) => value ?? [])
  const from = toCents(values[0] ?? '0')
  const difference = toCents(values.at(-1) ?? '0') - from
  const moved = later.reduce(
    (sum, { incoming, outgoing }) =>
      sum + toCents(incoming) - toCents(outgoing),
    0n,
  )
  return { from, difference, moved, gained: difference - moved }
}
