// A reporter of Playwright that writes records (scripts/records.mjs).
import { relative } from 'node:path'
import { record } from './records.mjs'
import { root } from './run.mjs'

const path = process.env.COVAULT_RECORDS
const statuses = { expected: 'passed', flaky: 'passed', skipped: 'skipped' }

export default class RecordJourneys {
  /** Tests of each file that have not passed yet. */
  open = new Map()

  printsToStdio() {
    return false
  }

  onBegin(_config, suite) {
    for (const test of suite.allTests()) {
      const file = toFile(test)
      this.open.set(file, (this.open.get(file) ?? 0) + 1)
    }
  }

  onTestEnd(test, { status, retry, duration }) {
    // Another try follows, or the time of the whole run is over.
    const isFinal = test.outcome() !== 'unexpected' || retry === test.retries
    if (status === 'interrupted' || !isFinal) return
    const file = toFile(test)
    const title = test.title
    const outcome = statuses[test.outcome()] ?? 'failed'
    if (test.outcome() === 'flaky')
      console.log(`Passed only at the second try: ${title}`)
    const seconds = Math.round(duration / 100) / 10
    record(path, { file, title, status: outcome, seconds })
    if (outcome === 'failed') return
    const left = (this.open.get(file) ?? 0) - 1
    this.open.set(file, left)
    if (left === 0) record(path, { file, whole: true })
  }
}

function toFile(test) {
  return relative(root, test.location.file)
}
