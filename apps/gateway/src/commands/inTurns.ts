import { setImmediate as letOthers } from 'node:timers/promises'

/** As many as take some milliseconds. */
const atOnce = 8

/** One after another, and others in between: each of them costs some time. */
export async function inTurns<item, result>(
  items: readonly item[],
  work: (item: item) => Promise<result>,
): Promise<result[]> {
  const results: result[] = []
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % atOnce === 0) await letOthers()
    results.push(await work(item))
  }
  return results
}
