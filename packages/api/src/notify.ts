/**
 * Tells a listener. What it throws is its own affair and changes nothing for
 * the one who tells: browsers hear of it as of any uncaught error.
 */
export function notify<Value>(
  listener: ((value: Value) => unknown) | undefined,
  value: Value,
): void {
  try {
    const result = listener?.(value)
    if (result instanceof Promise) result.catch(report)
  } catch (error) {
    report(error)
  }
}

function report(error: unknown): void {
  const { reportError } = globalThis as {
    reportError?: (error: unknown) => void
  }
  reportError?.(error)
}
