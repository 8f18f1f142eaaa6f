import { expect, test, vi } from 'vitest'
import { createSeats } from './seats.js'

const limits = {
  most: 3,
  mostOfCaller: 2,
  mostWaiting: 2,
  mostWaitingOfCaller: 2,
  patienceMs: 60_000,
}

/** Work that ends when it is told to. */
function createWork() {
  let end: (() => void) | undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let isBegun = false
  return {
    run: async () => {
      isBegun = true
      await ended
      return 'done'
    },
    end: () => end?.(),
    isBegun: () => isBegun,
  }
}

test('lets so many in, so many of one caller, and the next when one leaves', async () => {
  const seats = createSeats(limits)
  const [first, second, third, other] = [1, 2, 3, 4].map(createWork)
  const taken = [
    seats.take('a', first?.run ?? fail),
    seats.take('a', second?.run ?? fail),
    seats.take('a', third?.run ?? fail),
    seats.take('b', other?.run ?? fail),
  ]
  await Promise.resolve()
  expect(first?.isBegun()).toBe(true)
  expect(third?.isBegun()).toBe(false)
  expect(other?.isBegun()).toBe(true)
  first?.end()
  await taken[0]
  await Promise.resolve()
  expect(third?.isBegun()).toBe(true)
  for (const work of [second, third, other]) work?.end()
  expect(await Promise.all(taken)).toEqual(['done', 'done', 'done', 'done'])
})

test('turns away whom it has no place for, and none of the others', async () => {
  const seats = createSeats(limits)
  const work = createWork()
  const own = [1, 2, 3, 4].map(() => seats.take('a', work.run))
  expect(await seats.take('a', work.run)).toBe(undefined)
  const free = seats.take('b', work.run)
  expect(await seats.take('c', work.run)).toBe(undefined)
  work.end()
  expect(await Promise.all([...own, free])).toEqual(Array(5).fill('done'))
  expect(await seats.take('c', work.run)).toBe('done')
})

test('gives the place back when the work fails', async () => {
  const seats = createSeats({ ...limits, most: 1, mostWaiting: 0 })
  await expect(seats.take('a', fail)).rejects.toThrow('It fails')
  expect(await seats.take('a', async () => 1)).toBe(1)
})

async function fail(): Promise<never> {
  throw new Error('It fails')
}

test('keeps the place of work that its node may not have ended', async () => {
  vi.useFakeTimers()
  const seats = createSeats({ ...limits, most: 1, mostWaiting: 0 })
  const hold = () => 30_000
  expect(await seats.take('a', async () => 'late', hold)).toBe('late')
  expect(await seats.take('b', async () => 'free')).toBe(undefined)
  vi.advanceTimersByTime(30_000)
  expect(await seats.take('b', async () => 'free')).toBe('free')
  vi.useRealTimers()
})

test('the caller with the fewest places is next', async () => {
  const seats = createSeats({ ...limits, most: 2 })
  const [long, short] = [createWork(), createWork()]
  const order: string[] = []
  const enter = (caller: string) =>
    seats.take(caller, async () => order.push(caller))
  const taken = [
    seats.take('a', long.run),
    seats.take('b', short.run),
    enter('a'),
    enter('c'),
  ]
  short.end()
  await Promise.all(taken.slice(1))
  expect(order).toEqual(['c', 'a'])
  long.end()
  await taken[0]
})

test('anyone who waits too long is told to come back', async () => {
  const seats = createSeats({ ...limits, most: 1, patienceMs: 5 })
  const work = createWork()
  const held = seats.take('a', work.run)
  expect(await seats.take('b', fail)).toBe(undefined)
  work.end()
  expect(await held).toBe('done')
  expect(await seats.take('b', async () => 'next')).toBe('next')
})
