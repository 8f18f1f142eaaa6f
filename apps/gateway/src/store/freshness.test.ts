import type { PostgresPool } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFreshness } from './freshness.js'

// Pretended timers are not those of this module.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) =>
    new Promise<void>((resolve) => setTimeout(resolve, ms)),
}))

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A server that has the outbox up to an id, and counts who asks. */
function createServer(last: bigint) {
  const server = { last, asked: 0 }
  const client = {
    async query() {
      server.asked++
      return { rows: [{ last: server.last }] }
    },
    release: () => undefined,
  }
  const pool = {
    connect: async () => client,
    end: async () => undefined,
  } as unknown as PostgresPool
  return { server, pool }
}

test('a replica that stays behind is asked ever less often', async () => {
  const primary = createServer(2n)
  const replica = createServer(2n)
  const freshness = createFreshness({
    primary: primary.pool,
    replica: replica.pool,
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(freshness.isFresh('1:0x01')).toBe(true)

  primary.server.last = 3n
  replica.server.asked = 0
  freshness.changed('1:0x01')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(freshness.isFresh('1:0x01')).toBe(false)
  expect(freshness.isFresh('1:0x02')).toBe(true)
  expect(replica.server.asked).toBeLessThan(90)

  replica.server.last = 3n
  await vi.advanceTimersByTimeAsync(1_000)
  expect(freshness.isFresh('1:0x01')).toBe(true)

  // One that is only a little behind does not wait for it.
  primary.server.last = 4n
  freshness.changed('1:0x01')
  await vi.advanceTimersByTimeAsync(0)
  replica.server.last = 4n
  await vi.advanceTimersByTimeAsync(5)
  expect(freshness.isFresh('1:0x01')).toBe(true)
  freshness.stop()
})
