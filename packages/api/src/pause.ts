/** Milliseconds. A timer that is set to more fires at once. */
export const longestTimer = 2 ** 31 - 1

/** Waits, or rejects with the signal's reason as soon as it aborts. */
export function pause(delay: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(delay, longestTimer),
    )
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
}
