import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { checksumAddress } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { address, printSeed, seed } from '../proof/arbitraries.js'
import { checksum } from './checksum.js'

beforeAll(() => printSeed('checksum'))

test('writes addresses as EIP-55 does, the first time and later', () => {
  fc.assert(
    fc.property(address, (address) => {
      const digits = address.slice(2).toLowerCase()
      expect(checksum(digits)).toBe(checksumAddress(address))
      expect(checksum(digits)).toBe(checksumAddress(address))
    }),
    { numRuns: 300, seed },
  )
})

test('remembers the right one after many others', () => {
  const count = 20_000
  for (let index = 0; index < count; index++) checksum(toDigits(index, 'a'))
  for (const index of [0, 1, 4_000, 12_000, count - 1]) {
    const digits = toDigits(index, 'a')
    expect(checksum(digits)).toBe(checksumAddress(`0x${digits}`))
  }
})

test('does not keep the logs alive that addresses were cut out of', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const megabyte = 2 ** 20
  collect()
  const before = process.memoryUsage().heapUsed
  for (let index = 0; index < 200; index++) {
    // From a megabyte on Node keeps such strings outside of the heap.
    const log = Buffer.alloc(megabyte / 2, toDigits(index, 'b'))
    checksum(log.toString('latin1').slice(40, 80))
  }
  collect()
  const grown = process.memoryUsage().heapUsed - before
  expect(grown).toBeLessThan(20 * megabyte)
})

function toDigits(index: number, padding: string): string {
  return index.toString(16).padStart(40, padding)
}
