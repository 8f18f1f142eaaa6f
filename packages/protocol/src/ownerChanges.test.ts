import fc from 'fast-check'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import {
  encodeOwnerChange,
  InvalidOwnerError,
  InvalidThresholdError,
  type OwnerChange,
  type OwnerSet,
  planOwnerChanges,
} from './ownerChanges.js'

const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const sentinel = '0x0000000000000000000000000000000000000001'
const pool = Array.from(
  { length: 12 },
  (_, index): Address => `0x${(index + 16).toString(16).padStart(40, '0')}`,
)
const [a, b, c, d] = pool as [Address, Address, Address, Address]

test('turns a removal and an addition into one swap', () => {
  expect(
    planOwnerChanges({
      safe,
      current: { owners: [a, b, c], threshold: 2 },
      wanted: { owners: [a, d, c], threshold: 2 },
    }),
  ).toEqual([{ kind: 'swapOwner', prevOwner: a, oldOwner: b, newOwner: d }])
})

test('names the sentinel before the first owner', () => {
  expect(
    planOwnerChanges({
      safe,
      current: { owners: [a, b], threshold: 2 },
      wanted: { owners: [b], threshold: 1 },
    }),
  ).toEqual([
    { kind: 'removeOwner', prevOwner: sentinel, owner: a, threshold: 1 },
  ])
})

test('follows the list while it shrinks', () => {
  expect(
    planOwnerChanges({
      safe,
      current: { owners: [a, b, c, d], threshold: 3 },
      wanted: { owners: [d], threshold: 1 },
    }),
  ).toEqual([
    { kind: 'removeOwner', prevOwner: sentinel, owner: a, threshold: 1 },
    { kind: 'removeOwner', prevOwner: sentinel, owner: b, threshold: 1 },
    { kind: 'removeOwner', prevOwner: sentinel, owner: c, threshold: 1 },
  ])
})

test('raises the threshold with the last addition', () => {
  expect(
    planOwnerChanges({
      safe,
      current: { owners: [a], threshold: 1 },
      wanted: { owners: [a, b, c], threshold: 3 },
    }),
  ).toEqual([
    { kind: 'addOwner', owner: b, threshold: 1 },
    { kind: 'addOwner', owner: c, threshold: 3 },
  ])
})

test('changes the threshold alone when nothing else carries it', () => {
  expect(
    planOwnerChanges({
      safe,
      current: { owners: [a, b], threshold: 1 },
      wanted: { owners: [b, a], threshold: 2 },
    }),
  ).toEqual([{ kind: 'changeThreshold', threshold: 2 }])
})

test('does nothing when nothing differs but order and letter case', () => {
  const upper = `0x${a.slice(2).toUpperCase()}` as Address
  expect(
    planOwnerChanges({
      safe,
      current: { owners: [a, b], threshold: 1 },
      wanted: { owners: [b, upper], threshold: 1 },
    }),
  ).toEqual([])
})

test.each([
  [[sentinel, a]],
  [['0x0000000000000000000000000000000000000000', a]],
  [[safe, a]],
  [[a, a]],
] as [Address[]][])('refuses owners the contract refuses', (owners) => {
  expect(() =>
    planOwnerChanges({
      safe,
      current: { owners: [a], threshold: 1 },
      wanted: { owners, threshold: 1 },
    }),
  ).toThrow(InvalidOwnerError)
})

test.each([0, 3, 1.5, -1, Number.NaN])(
  'refuses threshold %s of 2',
  (threshold) => {
    expect(() =>
      planOwnerChanges({
        safe,
        current: { owners: [a], threshold: 1 },
        wanted: { owners: [a, b], threshold },
      }),
    ).toThrow(InvalidThresholdError)
  },
)

test.each([
  { owners: [a, a], threshold: 1 },
  { owners: [a, a.toUpperCase().replace('0X', '0x') as Address], threshold: 1 },
  { owners: [sentinel, a], threshold: 1 },
  { owners: ['0x0000000000000000000000000000000000000000'], threshold: 1 },
] as OwnerSet[])('refuses present owners that no safe has', (current) => {
  const wanted = { owners: [b], threshold: 1 }
  expect(() => planOwnerChanges({ safe, current, wanted })).toThrow(
    InvalidOwnerError,
  )
})

test.each([0, 3, 1.5, Number.NaN])(
  'refuses a present threshold of %s of 2',
  (threshold) => {
    const current = { owners: [a, b], threshold }
    const wanted = { owners: [a], threshold: 1 }
    expect(() => planOwnerChanges({ safe, current, wanted })).toThrow(
      InvalidThresholdError,
    )
  },
)

test('removes the safe from its own owners, as old versions allowed it', () => {
  const current = { owners: [safe, a], threshold: 1 } as const
  const wanted = { owners: [a], threshold: 1 }
  expect(planOwnerChanges({ safe, current, wanted })).toEqual([
    { kind: 'removeOwner', prevOwner: sentinel, owner: safe, threshold: 1 },
  ])
})

const ownerSet: fc.Arbitrary<OwnerSet> = fc
  .shuffledSubarray(pool, { minLength: 1 })
  .chain((owners) =>
    fc.record({
      owners: fc.constant(owners),
      threshold: fc.integer({ min: 1, max: owners.length }),
    }),
  )

test('reaches any set from any set, with as few calls as possible', () => {
  fc.assert(
    fc.property(ownerSet, ownerSet, (current, wanted) => {
      const changes = planOwnerChanges({ safe, current, wanted })
      const reached = changes.reduce(applyChange, current)
      expect(new Set(reached.owners)).toEqual(new Set(wanted.owners))
      expect(reached.threshold).toBe(wanted.threshold)
      expect(changes.length).toBe(fewestCalls(current, wanted))
    }),
    { numRuns: 1000 },
  )
})

function fewestCalls(current: OwnerSet, wanted: OwnerSet): number {
  const removed = current.owners.filter(
    (owner) => !wanted.owners.includes(owner),
  )
  const added = wanted.owners.filter((owner) => !current.owners.includes(owner))
  const alone =
    removed.length === added.length && current.threshold !== wanted.threshold
  return Math.max(removed.length, added.length) + (alone ? 1 : 0)
}

/** `OwnerManager` in a few lines, with its demands. */
function applyChange(set: OwnerSet, change: OwnerChange): OwnerSet {
  const owners = [...set.owners]
  const locate = (prevOwner: Address, owner: Address) => {
    const position = owners.indexOf(owner)
    expect(position).toBeGreaterThanOrEqual(0)
    expect(owners[position - 1] ?? sentinel).toBe(prevOwner)
    return position
  }
  if (change.kind === 'addOwner') owners.unshift(change.owner)
  if (change.kind === 'removeOwner')
    owners.splice(locate(change.prevOwner, change.owner), 1)
  if (change.kind === 'swapOwner') {
    expect(owners).not.toContain(change.newOwner)
    owners[locate(change.prevOwner, change.oldOwner)] = change.newOwner
  }
  const threshold =
    change.kind === 'swapOwner' ? set.threshold : change.threshold
  expect(threshold).toBeGreaterThanOrEqual(1)
  expect(threshold).toBeLessThanOrEqual(owners.length)
  return { owners, threshold }
}

test('encodes each change for the contract', () => {
  const word = (value: string) => value.slice(2).padStart(64, '0')
  expect(
    encodeOwnerChange({
      kind: 'swapOwner',
      prevOwner: a,
      oldOwner: b,
      newOwner: c,
    }),
  ).toBe(`0xe318b52b${word(a)}${word(b)}${word(c)}`)
  expect(encodeOwnerChange({ kind: 'changeThreshold', threshold: 2 })).toBe(
    `0x694e80c3${word('0x2')}`,
  )
})
