// `npm test`: everything that must hold, stage by stage, in one command.
// `--slice` adds a part of the whole matrix (scripts/slice.mjs). `--full` is
// the whole matrix: it goes on after a stage that failed, and where an earlier
// run of the same tree was cut short, unless `--fresh` is said.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './ensureInstalled.mjs'
import { main, root, Stop } from './run.mjs'
import { openResults, runStages } from './runStages.mjs'
import { runSlice } from './slice.mjs'
import { stages } from './stages.mjs'
import { readTreeState } from './treeState.mjs'

await main(async () => {
  const { chosen, full, fresh } = readOptions()
  const results = full
    ? openResults(join(root, '.cache', 'full'), {
        state: readTreeState(),
        fresh,
      })
    : openResults(join(root, '.cache', 'results'))
  await ensureInstalled()
  const work = { ...stages, slice: runSlice }
  const { passed, failed, skipped } = await runStages(
    Object.fromEntries(chosen.map((name) => [name, work[name]])),
    { results, full },
  )
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
  return failed === 0 ? 0 : 1
})

function readOptions() {
  const names = Object.keys(stages)
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      skip: { type: 'string', multiple: true, default: [] },
      full: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      slice: { type: 'boolean', default: false },
    },
  })
  for (const name of [...(values.only ?? []), ...values.skip])
    if (!names.includes(name))
      throw new Stop(
        `There is no stage "${name}". The stages are ${names.join(', ')}.`,
      )
  const chosen = (values.only ?? names).filter(
    (name) => !values.skip.includes(name),
  )
  return { ...values, chosen: [...chosen, ...(values.slice ? ['slice'] : [])] }
}
