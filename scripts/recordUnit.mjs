// A reporter of Vitest that writes records (scripts/records.mjs).
import { record } from './records.mjs'

const path = process.env.COVAULT_RECORDS
const stopAt = Number(process.env.COVAULT_STOP_AT ?? Number.NaN)

export default class RecordUnit {
  onInit(vitest) {
    this.vitest = vitest
    if (Number.isNaN(stopAt)) return
    const cancel = () => vitest.cancelCurrentRun('keyboard-input')
    setTimeout(cancel, Math.max(0, stopAt - Date.now())).unref()
  }

  onTestModuleEnd(module) {
    const file = module.relativeModuleId
    const tests = [...module.children.allTests()].filter((test) =>
      this.isWanted(test),
    )
    for (const test of tests) {
      const { duration = 0, flaky } = test.diagnostic() ?? {}
      if (flaky) console.log(`Passed only at the second try: ${test.fullName}`)
      const status = toStatus(test.result().state)
      const seconds = Math.round(duration / 100) / 10
      record(path, { file, title: test.fullName, status, seconds })
    }
    const states = tests.map((test) => test.result().state)
    // An import or a beforeAll that fails leaves tests that merely did not run.
    const hasFailed = module.state() === 'failed'
    if (hasFailed && !states.includes('failed'))
      record(path, { file, title: `${file} as a whole`, status: 'failed' })
    if (!hasFailed && !states.includes('pending'))
      record(path, { file, whole: true })
  }

  /** A test that the pattern leaves out is not a skipped one. */
  isWanted(test) {
    if (test.result().state !== 'skipped') return true
    const pattern = this.vitest.config.testNamePattern
    return !pattern || pattern.test(test.fullName.replaceAll(' > ', ' '))
  }
}

function toStatus(state) {
  return state === 'passed' || state === 'failed' ? state : 'skipped'
}
