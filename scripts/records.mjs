// What came of each test, a line at a time: a run that is cut short has told
// what it knew, and the next one need not ask again.
import {
  appendFileSync,
  existsSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'

/**
 * A line is `{ file, title, status, seconds }` for a test, or
 * `{ file, whole: true }` once all tests of a file have passed.
 */
export function record(path, line) {
  appendFileSync(path, `${JSON.stringify(line)}\n`)
}

export function readRecords(path) {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .flatMap(parseLine)
}

/** The last line of a run that was killed may have no end. */
function parseLine(line) {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}

/** Files of which every test has passed. */
export function listWhole(path) {
  return readRecords(path)
    .filter(({ whole }) => whole)
    .map(({ file }) => file)
}

/** Forgets what was said of files that have to run again. */
export function keepWhole(path) {
  const whole = new Set(listWhole(path))
  const lines = readRecords(path).filter(({ file }) => whole.has(file))
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

export function countRecords(path) {
  const tests = readRecords(path).filter(({ status }) => status)
  const count = (wanted) =>
    tests.filter(({ status }) => status === wanted).length
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    skippedTitles: tests
      .filter(({ status }) => status === 'skipped')
      .map(({ title }) => title),
  }
}
