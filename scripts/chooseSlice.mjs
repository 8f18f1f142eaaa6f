import { createHash } from 'node:crypto'
import { estimate, estimateStart } from './sliceEstimates.mjs'

/**
 * Takes tests in the order that the tip gives them, as long as there is time.
 * A test costs its own time, and the first of its group what it takes to start.
 */
export function chooseSlice(tests, { tip, seconds }) {
  const rank = ({ file, title }) =>
    createHash('sha256').update(`${tip}\0${file}\0${title}`).digest('hex')
  const ordered = tests
    .map((test) => ({ test, at: rank(test) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ test }) => test)
  const started = new Set()
  const chosen = []
  const left = []
  let spent = 0
  for (const test of ordered) {
    const start = started.has(groupOf(test)) ? 0 : estimateStart(test)
    const cost = start + estimate(test)
    if (spent + cost > seconds) {
      left.push(test)
      continue
    }
    spent += cost
    started.add(groupOf(test))
    chosen.push(test)
  }
  return { chosen, left, spent }
}

/** Journeys share one product; a file of unit tests has its own chain. */
function groupOf({ kind, file }) {
  return kind === 'e2e' ? 'e2e' : file
}

export function groupByStart(tests) {
  const groups = new Map()
  for (const test of tests)
    groups.set(groupOf(test), [...(groups.get(groupOf(test)) ?? []), test])
  // Journeys come last: Playwright ends in time whatever is under way.
  return [...groups.values()].sort(
    ([a], [b]) => Number(a.kind === 'e2e') - Number(b.kind === 'e2e'),
  )
}
