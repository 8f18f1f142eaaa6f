import { createHash } from 'node:crypto'
import { estimate, estimateStart } from './sliceEstimates.mjs'

/** Short tests of a file cost little once its chain runs: they stay together. */
const shortSeconds = 10

/**
 * Takes tests in the order that the tip gives them, as long as there is time.
 * A test costs its own time, and the first of its group what it takes to start.
 */
export function chooseSlice(tests, { tip, seconds }) {
  const rank = (name) =>
    createHash('sha256').update(`${tip}\0${name}`).digest('hex')
  const ordered = [...bundle(tests)]
    .map(([name, bundled]) => ({ bundled, at: rank(name) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
  const started = new Set()
  const chosen = []
  const left = []
  let spent = 0
  for (const { bundled } of ordered) {
    const [first] = bundled
    const start = started.has(groupOf(first)) ? 0 : estimateStart(first)
    const cost = bundled.reduce((sum, test) => sum + estimate(test), start)
    if (spent + cost > seconds) {
      left.push(...bundled)
      continue
    }
    spent += cost
    started.add(groupOf(first))
    chosen.push(...bundled)
  }
  return { chosen, left, spent }
}

function bundle(tests) {
  const bundles = new Map()
  for (const test of tests) {
    const { kind, file, title } = test
    const isShort = kind === 'unit' && estimate(test) <= shortSeconds
    const name = isShort ? file : `${file}\0${title}`
    bundles.set(name, [...(bundles.get(name) ?? []), test])
  }
  return bundles
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
