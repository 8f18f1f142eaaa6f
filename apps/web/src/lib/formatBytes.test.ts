import { expect, test } from 'vitest'
import { formatBytes } from './formatBytes.js'

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1_000, '1 kB'],
  [1_540_000, '1.5 MB'],
  [14_400_000, '14 MB'],
  [252_000_000_000, '252 GB'],
  [3_000_000_000_000_000, '3,000 TB'],
])('writes %s as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
