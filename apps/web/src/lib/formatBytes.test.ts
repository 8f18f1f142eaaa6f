import { expect, test } from 'vitest'
import { formatBytes } from './formatBytes.js'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1\u00a0kB'],
  [1_540_000, '1.5\u00a0MB'],
  [14_400_000, '14\u00a0MB'],
  [252_000_000_000, '252\u00a0GB'],
  [3_000_000_000_000_000, '3,000\u00a0TB'],
])('writes %s as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
