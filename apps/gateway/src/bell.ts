import { setTimeout as delay } from 'node:timers/promises'

export type Bell = { ring(): void; wait(): Promise<void> }

/** Wakes everybody who waits for it. */
export function createBell(): Bell {
  const waiting: (() => void)[] = []
  return {
    ring() {
      for (const wake of waiting.splice(0)) wake()
    },
    wait: () => new Promise((resolve) => waiting.push(resolve)),
  }
}

/** Until the time is over, or nobody waits any more. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined)
}

/** Until the bell rings, at most for so long. */
export async function pauseUntil(
  ring: Promise<void>,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const waiting = new AbortController()
  await Promise.race([
    ring,
    pause(ms, AbortSignal.any([signal, waiting.signal])),
  ])
  waiting.abort()
}
