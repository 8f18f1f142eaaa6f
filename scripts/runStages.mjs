import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { allowedSkips } from './allowedSkips.mjs'
import { countRecords, keepWhole, listWhole } from './records.mjs'
import { Stop } from './run.mjs'

/**
 * Opens the folder for the records of a run. Those of a named state of the
 * tree stay for the next run of it; all others are removed.
 */
export function openResults(parent, { state, fresh = false } = {}) {
  const folder = join(parent, state ?? 'latest')
  mkdirSync(parent, { recursive: true })
  for (const name of readdirSync(parent))
    if (!state || fresh || name !== state)
      rmSync(join(parent, name), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) keepWhole(join(folder, name))
  return folder
}

/**
 * Runs stages in their order and answers what came of all their tests. A
 * stage that fails is the last one, unless the whole matrix is run.
 */
export async function runStages(stages, { results, full = false, ...options }) {
  const totals = { passed: 0, failed: 0, skipped: 0 }
  const failed = []
  for (const [name, work] of Object.entries(stages)) {
    const records = join(results, `${name}.jsonl`)
    const counts = await runStage(name, records, () =>
      work({ ...options, full, records }),
    )
    for (const key of Object.keys(totals)) totals[key] += counts[key]
    if (counts.failed === 0) continue
    failed.push(name)
    if (!full) break
  }
  if (failed.length > 0)
    console.error(
      `\nFailed: ${failed.join(', ')}.${full ? '' : ' Later stages were not run.'}`,
    )
  return totals
}

async function runStage(name, records, run) {
  const started = Date.now()
  console.log(`\n=== ${name}`)
  const known = listWhole(records).length
  if (known > 0) console.log(`${known} passed before and are not run again.`)
  const problem = await run().then(() => undefined, explain)
  const { skippedTitles, ...counts } = countRecords(records)
  const reason = problem ?? findUnlistedSkips(skippedTitles)
  const seconds = Math.round((Date.now() - started) / 1000)
  if (reason) console.error(`\n${reason}`)
  console.log(`=== ${name} ${reason ? 'failed' : 'passed'} in ${seconds} s`)
  return reason ? { ...counts, failed: Math.max(counts.failed, 1) } : counts
}

function explain(error) {
  if (error instanceof Stop) return error.message
  throw error
}

function findUnlistedSkips(titles) {
  const unlisted = titles.filter(
    (title) => !allowedSkips.some(({ test }) => title.includes(test)),
  )
  return unlisted.length === 0
    ? undefined
    : `Skipped without being listed in scripts/allowedSkips.mjs:\n${unlisted.join('\n')}`
}
