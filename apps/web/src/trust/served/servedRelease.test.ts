import { afterEach, expect, test, vi } from 'vitest'
import { servedRelease, tellRelease, watchCleared } from './servedRelease.js'

afterEach(() => {
  vi.unstubAllGlobals()
  servedRelease.write({ isFromCopy: false })
})

const origin = 'https://safe.example'

function answer(cleared: string, from = origin) {
  const headers = new Headers({ 'clear-site-data': cleared })
  watchCleared({ headers, url: `${from}/v1/chains` } as Response)
  return servedRelease.read().alarm
}

test('S07: an answer that has the browser forget the copy is an alarm that stays', () => {
  vi.stubGlobal('location', new URL(origin))
  tellRelease({ isFromCopy: true })
  expect(answer('"cache", "cookies"')).toBeUndefined()
  // It clears what its own origin keeps.
  expect(answer('"storage"', 'https://rpc.example')).toBeUndefined()
  expect(answer('"cookies", "storage"')).toBe('gone')
  tellRelease({ alarm: undefined })
  expect(servedRelease.read().alarm).toBe('gone')
})

test('where nothing is kept nothing is lost', () => {
  vi.stubGlobal('location', new URL(origin))
  expect(answer('"*"')).toBeUndefined()
  tellRelease({ isFromCopy: true })
  expect(answer('"*"')).toBe('gone')
})
