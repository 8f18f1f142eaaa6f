/** Until the browser has nothing better to do. */
export function whenIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    if (!window.requestIdleCallback) return window.setTimeout(resolve, 200)
    return window.requestIdleCallback(resolve, { timeout: 1000 })
  })
}
