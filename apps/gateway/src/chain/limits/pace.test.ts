import { expect, test } from 'vitest'
import { createPace } from './pace.js'

/** Lets what waits look at the clock again. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 60))

function openPace() {
  const clock = { time: 10_000 }
  const pace = createPace(() => clock.time)
  const state = { sent: 0 }
  const send = (count: number) =>
    pace.take(count).then((release) => {
      state.sent += count
      return release
    })
  return { clock, pace, state, send }
}

test('nobody waits until the node complains', async () => {
  const { send, pace, state } = openPace()
  await Promise.all(Array.from({ length: 200 }, () => send(1)))
  expect(state.sent).toBe(200)
  expect(pace.mostAtOnce()).toBe(Number.POSITIVE_INFINITY)
})

test('asks in a second what the node allows, counted from its answers', async () => {
  const { clock, pace, state, send } = openPace()
  pace.slowDown({ askedAt: clock.time, perSecond: 10, retryAfterMs: 1_000 })
  expect(pace.mostAtOnce()).toBe(5)
  const first = send(5)
  const second = send(5)
  const third = send(5)
  await turn()
  expect(state.sent).toBe(0)
  clock.time += 1_000
  const release = await first
  await second
  await turn()
  expect(state.sent).toBe(10)
  // The first is answered late: only then does its second begin.
  clock.time += 5_000
  release()
  clock.time += 999
  await turn()
  expect(state.sent).toBe(10)
  clock.time += 1
  await third
  expect(state.sent).toBe(15)
})

test('without a number, takes what was answered; what was on its way tells nothing new', async () => {
  const { clock, pace, send } = openPace()
  for (let each = 0; each < 12; each++) (await send(1))()
  pace.slowDown({
    askedAt: 9_990,
    perSecond: undefined,
    retryAfterMs: undefined,
  })
  expect(pace.mostAtOnce()).toBe(6)
  pace.slowDown({
    askedAt: 9_995,
    perSecond: undefined,
    retryAfterMs: undefined,
  })
  expect(pace.mostAtOnce()).toBe(6)
  clock.time += 2_000
  pace.slowDown({
    askedAt: clock.time,
    perSecond: undefined,
    retryAfterMs: undefined,
  })
  expect(pace.mostAtOnce()).toBe(3)
  clock.time += 3_600_001
  expect(pace.mostAtOnce()).toBe(Number.POSITIVE_INFINITY)
})
