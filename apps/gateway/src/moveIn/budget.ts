import { setTimeout as delay } from 'node:timers/promises'
import { BaseError } from '@covault/protocol'

/** How often a command may ask another service, and how fast. */
export function createBudget(options: {
  mostCalls: number
  perSecond: number
}): { take(): Promise<void>; calls(): number } {
  const { mostCalls, perSecond } = options
  const pace = createPace()
  let calls = 0
  return {
    calls: () => calls,
    async take() {
      if (calls === mostCalls) throw new BudgetSpentError(mostCalls)
      calls++
      await pace(perSecond)
    },
  }
}

/** Lets through so many a second, one after the other. */
export function createPace(): (perSecond: number) => Promise<void> {
  let nextAt = 0
  return async (perSecond) => {
    const now = performance.now()
    const at = Math.max(now, nextAt)
    nextAt = at + 1000 / perSecond
    if (at > now) await delay(at - now)
  }
}

export class BudgetSpentError extends BaseError {
  override name = 'BudgetSpentError'
  constructor(mostCalls: number) {
    super(
      `The other service was called ${mostCalls} times, the limit set with --calls. Run the same command again to continue.`,
    )
  }
}
