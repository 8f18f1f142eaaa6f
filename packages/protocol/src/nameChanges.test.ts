import fc from 'fast-check'
import { getAddress, hashTypedData, keccak256, toHex } from 'viem'
import { expect, test } from 'vitest'
import {
  encodeNameChanges,
  getNameChangesTypedData,
  hashNameChanges,
  isSharedName,
  type NameChanges,
  noNameChanges,
} from './nameChanges.js'

const safe = getAddress(`0x${'a1'.repeat(20)}`)
const set: NameChanges = {
  chainId: 31337,
  safe,
  sequence: 1,
  previous: noNameChanges,
  time: 1_794_000_000,
  changes: [
    { chainId: 31337, address: safe, name: 'Treasury' },
    { chainId: 1, address: getAddress(`0x${'b2'.repeat(20)}`), name: '' },
  ],
}

test('the hash is the one that wallets sign, and stays what it is', () => {
  expect(hashNameChanges(set)).toBe(hashTypedData(getNameChangesTypedData(set)))
  expect(hashNameChanges(set)).toBe(keccak256(encodeNameChanges(set)))
  expect(hashNameChanges(set)).toMatchInlineSnapshot(
    `"0x56beb3a1980e70a3c937bd3e70650660f3eabc2be67d317688f242ae50517bf3"`,
  )
})

test('whatever is changed changes the hash', () => {
  const [first, second] = set.changes
  if (!first || !second) throw new TypeError('There are two.')
  const others: NameChanges[] = [
    { ...set, chainId: 1 },
    { ...set, safe: second.address },
    { ...set, sequence: 2 },
    { ...set, previous: keccak256('0x') },
    { ...set, time: set.time + 1 },
    { ...set, changes: [second, first] },
    { ...set, changes: [first] },
    { ...set, changes: [] },
    { ...set, changes: [{ ...first, name: 'Treasury ' }, second] },
    { ...set, changes: [{ ...first, chainId: 1 }, second] },
    { ...set, changes: [{ ...first, address: second.address }, second] },
  ]
  const hashes = [set, ...others].map(hashNameChanges)
  expect(new Set(hashes).size).toBe(hashes.length)
})

test('two sets have the same hash only when they are the same', () => {
  const change = fc.record({
    chainId: fc.integer({ min: 1, max: 3 }),
    address: fc.nat(3).map((at) => getAddress(toHex(at + 1, { size: 20 }))),
    name: fc.string({ maxLength: 3 }),
  })
  const changes = fc.array(change, { maxLength: 3 })
  fc.assert(
    fc.property(changes, changes, (one, other) => {
      const isSame =
        hashNameChanges({ ...set, changes: one }) ===
        hashNameChanges({ ...set, changes: other })
      expect(isSame).toBe(JSON.stringify(one) === JSON.stringify(other))
    }),
    { numRuns: 50 },
  )
})

test.each([
  ['Treasury', true],
  ['', true],
  ['Grüße 🎉', true],
  [' Treasury', false],
  ['Treasury ', false],
  ['Trea\nsury', false],
  ['Trea\u2028sury', false],
  ['\0', false],
  ['\ud83d', false],
  ['x'.repeat(200), true],
  ['x'.repeat(201), false],
])('%j can be a shared name: %s', (name, expected) => {
  expect(isSharedName(name)).toBe(expected)
})
