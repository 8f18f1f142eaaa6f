// @vitest-environment node
import type { OwnerChange, OwnerSet } from '@covault/protocol'
import fc from 'fast-check'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { planSigners } from './planSigners.js'
import {
  addRow,
  createSignersInput,
  getWanted,
  type SignersInput,
} from './signersInput.js'

const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const sentinel = '0x0000000000000000000000000000000000000001'
const pool = Array.from(
  { length: 14 },
  (_, index): Address => `0x${(index + 16).toString(16).padStart(40, '0')}`,
)
const [a, b, c, d] = pool as [Address, Address, Address, Address]
const seed = Number(process.env.COVAULT_FUZZ_SEED ?? Date.now() & 0x7fffffff)

test('who is replaced goes for the one who was named, no matter who leaves besides', () => {
  const present = { owners: [a, b, c], threshold: 1 }
  const input = createSignersInput(present)
  const rows = input.rows.map((row) => {
    if (row.kind === 'added' || row.owner === c) return row
    return {
      ...row,
      fate: row.owner === a ? ('leaves' as const) : ('replaced' as const),
    }
  })
  expect(
    planSigners(
      { ...input, rows },
      { safe, present, addresses: [undefined, d, undefined] },
    ),
  ).toEqual([
    { kind: 'swapOwner', prevOwner: a, oldOwner: b, newOwner: d },
    { kind: 'removeOwner', prevOwner: sentinel, owner: a, threshold: 1 },
  ])
})

test('an old safe that owns itself gets rid of that owner', () => {
  const present = { owners: [safe, a], threshold: 1 } as const
  const input = createSignersInput(present, { id: `replace:${a}` })
  const rows = input.rows.map((row) =>
    row.kind === 'present' && row.owner === safe
      ? { ...row, fate: 'leaves' as const }
      : row,
  )
  const addresses = [undefined, b]
  const plan = planSigners({ ...input, rows }, { safe, present, addresses })
  expect(plan.reduce(applyChange, present)).toEqual({
    owners: [b],
    threshold: 1,
  })
})

test('random edits reach the wanted set, with as few calls as possible', () => {
  process.stdout.write(`owner edits: COVAULT_FUZZ_SEED=${seed}\n`)
  fc.assert(
    fc.property(edits, ({ input, addresses, present }) => {
      const wanted = getWanted(input, addresses)
      const plan = planSigners(input, { safe, present, addresses })
      const reached = plan.reduce(applyChange, present)
      expect(new Set(reached.owners)).toEqual(new Set(wanted.owners))
      expect(reached.threshold).toBe(wanted.threshold)
      expect(plan).toHaveLength(countFewest(present, wanted))
    }),
    { numRuns: 200, seed },
  )
})

/** A form that its own rules would let through. */
const edits = fc
  .record({
    order: fc.shuffledSubarray(pool, { minLength: pool.length }),
    ownerCount: fc.integer({ min: 1, max: 7 }),
    fates: fc.array(fc.constantFrom('stays', 'leaves', 'replaced'), {
      minLength: 7,
      maxLength: 7,
    }),
    addedCount: fc.integer({ min: 0, max: 7 }),
    before: fc.nat(),
    after: fc.nat(),
  })
  .map(({ order, ownerCount, fates, addedCount, before, after }) => {
    const owners = order.slice(0, ownerCount)
    const newcomers = order.slice(ownerCount)
    const present = { owners, threshold: 1 + (before % ownerCount) }
    const input = createSignersInput(present)
    const rows = input.rows.map((row, index) => {
      const fate = fates[index] ?? 'stays'
      return row.kind === 'present' ? { ...row, fate } : row
    })
    const isEmptied = rows.every(
      (row) => 'fate' in row && row.fate === 'leaves',
    )
    const grown = Array.from({ length: addedCount || (isEmptied ? 1 : 0) })
      // One parameter: the second would be the text of the row.
      .reduce<SignersInput>((grown) => addRow(grown), { ...input, rows })
    const addresses = grown.rows.map((row) =>
      row.kind === 'added' || row.fate === 'replaced'
        ? newcomers.pop()
        : undefined,
    )
    const count = getWanted(grown, addresses).owners.length
    const threshold = String(1 + (after % count))
    return { input: { ...grown, threshold }, addresses, present }
  })

/** A call for each owner that comes or goes; a pair of them is one. */
function countFewest(present: OwnerSet, wanted: OwnerSet): number {
  const gone = present.owners.filter((one) => !wanted.owners.includes(one))
  const come = wanted.owners.filter((one) => !present.owners.includes(one))
  const isAlone =
    gone.length === come.length && present.threshold !== wanted.threshold
  return Math.max(gone.length, come.length) + (isAlone ? 1 : 0)
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
