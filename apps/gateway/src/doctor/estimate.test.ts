import { expect, test } from 'vitest'
import { countSpans, estimateIndex, readRate } from './estimate.js'

test('spans grow while the node allows it', () => {
  const first = 2_000n
  expect(countSpans(1n, { first, limit: 100_000n })).toBe(1)
  expect(countSpans(500_000n, { first, limit: 10n })).toBe(50_000)
  expect(countSpans(500_000n, { first, limit: 1_000n })).toBe(500)
  // Some 80 spans until they no longer grow, then one for every 100,000.
  const grown = countSpans(20_000_000n, { first, limit: 100_000n })
  expect(grown).toBeGreaterThan(200)
  expect(grown).toBeLessThan(300)
})

const head = { number: 1_000_000n } as Parameters<
  typeof estimateIndex
>[0]['head']
const abilities = { head, latencyMs: 100, range: 1_000n, slowDowns: 0 }
const from = { from: 500_001n, firstRange: 2_000n }

test('an index takes what its questions take, or what the limit allows', () => {
  const free = {
    ...abilities,
    burst: { sent: 20, refused: 0, unknown: 0, seconds: 2 },
  }
  expect(estimateIndex(free, from)).toEqual({
    blocks: 500_000n,
    calls: 500 * 6 + 25,
    seconds: 100,
  })
  const limited = {
    ...abilities,
    burst: { sent: 20, refused: 10, unknown: 0, seconds: 0.1 },
  }
  expect(estimateIndex(limited, from).seconds).toBe(302.5)
  // Anyone who was asked to slow down before sends as many as are answered.
  expect(readRate({ ...free, slowDowns: 1 })).toBe(10)
})
