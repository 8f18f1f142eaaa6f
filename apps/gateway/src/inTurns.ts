import { setImmediate as letOthers } from 'node:timers/promises'

/** What nobody else notices. */
const mostMs = 20

/** One after another, and others in between when they take long. */
export async function inTurns<item, result>(
  items: readonly item[],
  work: (item: item) => Promise<result> | result,
): Promise<result[]> {
  const results: result[] = []
  let began = performance.now()
  for (const item of items) {
    if (performance.now() - began > mostMs) {
      await letOthers()
      began = performance.now()
    }
    results.push(await work(item))
  }
  return results
}
