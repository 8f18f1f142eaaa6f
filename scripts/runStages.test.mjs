import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listWhole, record } from './records.mjs'
import { Stop } from './run.mjs'
import { openResults, runStages } from './runStages.mjs'

let parent

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'covault-stages-'))
  for (const method of ['log', 'error'])
    vi.spyOn(console, method).mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(parent, { recursive: true, force: true })
})

const file = 'one.test.ts'
const pass = async ({ records }) => {
  record(records, { file, title: 'holds', status: 'passed' })
  record(records, { file, whole: true })
}
const fail = async ({ records }) => {
  record(records, { file, title: 'does not hold', status: 'failed' })
  throw new Stop('It ended with 1.')
}

test('an ordinary run ends at the first stage that fails', async () => {
  const later = vi.fn(pass)
  const results = openResults(parent)
  const totals = await runStages({ pass, fail, later }, { results })
  expect(totals).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(later).not.toHaveBeenCalled()
})

test('the whole matrix goes on after a stage that fails', async () => {
  const results = openResults(parent, { state: 'a' })
  const totals = await runStages({ fail, pass }, { results, full: true })
  expect(totals).toEqual({ passed: 1, failed: 1, skipped: 0 })
})

test('a second run of one tree remembers what passed, and nothing that failed', async () => {
  const first = openResults(parent, { state: 'a' })
  await runStages({ pass, fail }, { results: first, full: true })
  appendFileSync(join(first, 'pass.jsonl'), '{"file":"cut sho')
  const results = openResults(parent, { state: 'a' })
  const known = async ({ records }) => {
    expect(listWhole(records)).toEqual([file])
  }
  const unknown = async ({ records }) => {
    expect(listWhole(records)).toEqual([])
    await pass({ records })
  }
  const again = { pass: known, fail: unknown }
  expect(await runStages(again, { results, full: true })).toEqual({
    passed: 2,
    failed: 0,
    skipped: 0,
  })
})

test.each([
  ['another tree', { state: 'b' }],
  ['a fresh run', { state: 'a', fresh: true }],
  ['an ordinary run', {}],
])('%s remembers nothing', async (_, options) => {
  const first = openResults(parent, { state: 'a' })
  await runStages({ pass }, { results: first, full: true })
  const results = openResults(parent, options)
  expect(listWhole(join(results, 'pass.jsonl'))).toEqual([])
})

test('a stage fails by a skip that nobody listed, and by a reason without tests', async () => {
  const skip = async ({ records }) =>
    record(records, { file, title: 'not today', status: 'skipped' })
  const broken = async () => {
    throw new Stop('The browser is missing.')
  }
  const results = openResults(parent, { state: 'a' })
  const totals = await runStages({ skip, broken }, { results, full: true })
  expect(totals).toEqual({ passed: 0, failed: 2, skipped: 1 })
})
