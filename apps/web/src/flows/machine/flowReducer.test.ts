import { expect, test } from 'vitest'
import { type FlowEvent, type FlowState, flowReducer } from './flowReducer.js'

const compose: FlowState = { step: 'compose', input: 'a', problem: undefined }
const call = {
  to: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  value: 1n,
  data: '0x',
  operation: 0,
} as const
const hash = `0x${'12'.repeat(32)}` as const

function run(events: FlowEvent[]): FlowState {
  return events.reduce(flowReducer, compose)
}

test('leads from the form through the review to the outcome', () => {
  const outcome = {
    kind: 'signed',
    of: 'transaction',
    hash: hash,
    missing: 1,
  } as const
  expect(
    run([
      { type: 'edit', input: 'b' },
      { type: 'build' },
      { type: 'built', calls: [call] },
      { type: 'done', outcome },
    ]),
  ).toEqual({ step: 'progress', input: 'b', outcome })
})

test('keeps the input on the way back', () => {
  expect(
    run([
      { type: 'edit', input: 'b' },
      { type: 'build' },
      { type: 'built', calls: [call] },
      { type: 'back' },
    ]),
  ).toEqual({ step: 'compose', input: 'b', problem: undefined })
})

test('says why nothing could be built, and forgets it when the form changes', () => {
  const failed = run([{ type: 'build' }, { type: 'failed', problem: 'No.' }])
  expect(failed).toEqual({ step: 'compose', input: 'a', problem: 'No.' })
  expect(flowReducer(failed, { type: 'edit', input: 'c' })).toEqual({
    step: 'compose',
    input: 'c',
    problem: undefined,
  })
})

test('ignores what comes too late', () => {
  const late: FlowEvent[] = [
    { type: 'built', calls: [call] },
    { type: 'failed', problem: 'No.' },
    {
      type: 'done',
      outcome: { kind: 'signed', of: 'transaction', hash: hash, missing: 0 },
    },
    { type: 'back' },
  ]
  for (const event of late) expect(flowReducer(compose, event)).toBe(compose)
})
