/**
 * One of a kind for all suites of a test file: starting a chain, a database
 * or a gateway costs more than most suites do. It stops when the last of
 * those who asked for it has stopped it.
 */
export function share<Shared extends { stop(): Promise<void> }>(
  start: () => Promise<Shared>,
): () => Promise<Shared> {
  let started: Promise<Shared> | undefined
  let users = 0
  return async () => {
    users++
    started ??= start()
    const shared = await started
    return {
      ...shared,
      async stop() {
        if (--users > 0) return
        started = undefined
        await shared.stop()
      },
    }
  }
}
