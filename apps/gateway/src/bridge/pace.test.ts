import { expect, test } from 'vitest'
import { createUsual, findWait, readMonth } from './pace.js'

const day = 86_400_000
const facts = {
  ...{ pollMs: 5_000, idleMs: 300_000, quietRounds: 0, callsPerRound: 2 },
  ...{ callsLeft: 40_000, monthLeftMs: 30 * day },
}

test('the wait grows while nothing happens, up to the longest', () => {
  const waits = [0, 1, 2, 6, 7, 1_000].map((quietRounds) =>
    findWait({ ...facts, quietRounds }),
  )
  expect(waits).toEqual([5_000, 10_000, 20_000, 300_000, 300_000, 300_000])
})

test('few calls are spread over what is left of the month', () => {
  const callsLeft = 1_000
  expect(findWait({ ...facts, callsLeft })).toBe((2 * 30 * day) / 1_000)
  expect(findWait({ ...facts, callsLeft: 0 })).toBe(day)
})

test('one long round is not followed by a long wait, many are', () => {
  const findUsual = createUsual()
  const waits = [60, 2, 60, 60].map((reads) =>
    findWait({ ...facts, callsPerRound: findUsual(reads) }),
  )
  expect(waits).toEqual([5_000, 5_000, 5_000, (60 * 30 * day) / 40_000])
})

test('a month of any pattern of work stays within its calls', () => {
  for (const isBusy of [() => true, () => false, (at: number) => at % 9 < 3]) {
    let now = 0
    let calls = 0
    let quietRounds = 0
    for (let round = 0; now < 30 * day; round++) {
      calls += 2
      quietRounds = isBusy(round) ? 0 : quietRounds + 1
      now += findWait({
        ...{ ...facts, quietRounds, callsLeft: 40_000 - calls },
        monthLeftMs: 30 * day - now,
      })
    }
    expect(calls).toBeLessThanOrEqual(40_000)
    // What is there is used: the last day is not without comparisons.
    expect(calls).toBeGreaterThan(15_000)
  }
})

test('months are those of UTC', () => {
  expect(readMonth(new Date('2026-12-31T23:59:59Z'))).toEqual({
    month: '2026-12',
    leftMs: 1_000,
  })
})
