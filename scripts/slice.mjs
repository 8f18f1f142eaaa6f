// A part of the whole matrix, chosen by the hash of the tip: every commit
// proves another part, and the same commit always the same.
import { build } from './build.mjs'
import { chooseSlice, groupByStart } from './chooseSlice.mjs'
import { listFull } from './listFull.mjs'
import { countRecords } from './records.mjs'
import { Stop } from './run.mjs'
import { estimate, estimateStart } from './sliceEstimates.mjs'
import { check, prepareUnit, runJourneys, runUnit } from './stages.mjs'
import { readTip } from './treeState.mjs'

// What is planned for, when nothing more is begun, and when all has ended.
const plannedSeconds = 210
const lastSeconds = 280
const limitSeconds = 300

export async function runSlice({ records }) {
  const started = Date.now()
  await prepareUnit()
  await build()
  const tests = await listFull()
  const tip = readTip()
  const { chosen, left } = chooseSlice(tests, { tip, seconds: plannedSeconds })
  console.log(
    `${chosen.length} of ${tests.length} tests of the whole matrix, chosen by ${tip}:`,
  )
  for (const { file, title } of chosen) console.log(`  ${file} › ${title}`)
  console.log(`${left.length} are left to other commits.`)
  for (const group of groupByStart(chosen))
    await runGroup(group, { records, started })
  const { failed } = countRecords(records)
  if (failed > 0) throw new Stop(`${failed} of the slice failed.`)
}

async function runGroup(tests, { records, started }) {
  const [{ kind, file }] = tests
  const what = kind === 'e2e' ? 'journeys' : file
  const deadline = started + lastSeconds * 1000
  const remaining = deadline - Date.now()
  const needed = estimateStart(tests[0]) + Math.min(...tests.map(estimate))
  if (remaining < needed * 1000) {
    console.log(`No time left for ${tests.length} of ${what}.`)
    return
  }
  const before = countRecords(records)
  const pattern = tests.map(({ title }) => escapePattern(title)).join('|')
  const limits = {
    stopAt: deadline,
    timeout: started + limitSeconds * 1000 - Date.now(),
  }
  const code =
    kind === 'e2e'
      ? await runJourneys(records, ['--grep', pattern], limits)
      : await runUnit(records, [file, '-t', `^(${pattern})$`], limits)
  const after = countRecords(records)
  const told = after.passed + after.failed - before.passed - before.failed
  // Ended by the limit: what was not reached is left to other commits.
  if (Date.now() >= deadline) {
    console.log(
      `The time was over after ${told} of ${tests.length} of ${what}.`,
    )
    return
  }
  if (after.failed === before.failed) check(code)
  if (told < tests.length)
    throw new Stop(
      `Only ${told} of ${tests.length} chosen of ${what} reported a result.`,
    )
}

function escapePattern(title) {
  return title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
