import type { CDPSession } from '@playwright/test'

/** Megabytes that scripts hold, without what can be thrown away. */
export async function readHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')
  return (heap?.value ?? 0) / 1_000_000
}
