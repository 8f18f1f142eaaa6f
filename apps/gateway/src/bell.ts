import { setTimeout as delay } from 'node:timers/promises'

export type Bell = {
  ring(): void
  /** A ring from now on is heard, also before it is waited for. */
  listen(): Ring
}

/** Until the bell has rung, at most for so long, or nobody waits any more. */
export type Ring = (ms: number, signal: AbortSignal) => Promise<void>

/** Wakes everybody who waits for it. */
export function createBell(): Bell {
  let rings = 0
  const waiting = new Set<() => void>()
  return {
    ring() {
      rings++
      for (const wake of waiting) wake()
    },
    listen() {
      const heard = rings
      return (ms, signal) =>
        new Promise((resolve) => {
          if (rings !== heard || signal.aborted) return resolve()
          const wake = () => {
            clearTimeout(timer)
            signal.removeEventListener('abort', wake)
            waiting.delete(wake)
            resolve()
          }
          const timer = setTimeout(wake, ms)
          signal.addEventListener('abort', wake)
          waiting.add(wake)
        })
    },
  }
}

/** Until the time is over, or nobody waits any more. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined)
}
