/** What decides when the other service is asked again. */
type PaceFacts = {
  pollMs: number
  idleMs: number
  /** Rounds in a row in which nothing came or went. */
  quietRounds: number
  /** How often a round asks where nothing is passed on. */
  callsPerRound: number
  /** Calls that the month has left, and its time. */
  callsLeft: number
  monthLeftMs: number
}

/** What is spared so that the month does not end without calls. */
const reserve = 1.2

/** A timer holds no month; a call that is not left is not made. */
const longestMs = 86_400_000

/**
 * Soon while something happens, ever later while nothing does, and never so
 * often that the month's calls end before the month.
 */
export function findWait(facts: PaceFacts): number {
  const { pollMs, idleMs, quietRounds, callsLeft, monthLeftMs } = facts
  const calls = Math.max(1, facts.callsPerRound)
  const own = Math.min(pollMs * 2 ** Math.min(quietRounds, 30), idleMs)
  const isPlenty = callsLeft > reserve * calls * (monthLeftMs / idleMs)
  if (isPlenty) return own
  const even = (calls * monthLeftMs) / Math.max(1, callsLeft)
  return Math.max(own, Math.min(even, longestMs))
}

/** What a round asks as a rule: one that had much to read tells nothing of the next. */
export function createUsual(): (reads: number) => number {
  let before = 1
  return (reads) => {
    const usual = Math.min(reads, before)
    before = reads
    return usual
  }
}

/** The month that calls count in, and how long it lasts yet. */
export function readMonth(now: Date): { month: string; leftMs: number } {
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  return {
    month: now.toISOString().slice(0, 7),
    leftMs: next - now.getTime(),
  }
}
