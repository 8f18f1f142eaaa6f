import { afterEach, expect, test, vi } from 'vitest'
import { assertInTime, RequestExpiredError } from './deadline.js'

afterEach(() => {
  vi.useRealTimers()
})

test('S70: nothing is signed for a request from the moment it expires', () => {
  vi.useFakeTimers({ now: 1000 })
  expect(() => assertInTime({})).not.toThrow()
  expect(() => assertInTime({ expiresAt: 1001 })).not.toThrow()
  expect(() => assertInTime({ expiresAt: 1000 })).toThrow(RequestExpiredError)
})
