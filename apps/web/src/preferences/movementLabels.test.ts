import { getAddress } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import {
  findLabel,
  listCategories,
  type MovementLabel,
  mergeLabels,
  movementLabels,
  saveLabel,
  searchLabels,
  suggestCategory,
} from './movementLabels.js'

const safe = getAddress(`0x${'51'.repeat(20)}`)
const alice = getAddress(`0x${'a1'.repeat(20)}`)
const bob = getAddress(`0x${'b0'.repeat(20)}`)

const label = (change: Partial<MovementLabel> = {}): MovementLabel => ({
  chainId: 31337,
  address: safe,
  id: `transfer_${safe}_e${'00'.repeat(32)}1`,
  time: 1_000,
  counterparty: alice,
  category: 'Payroll',
  note: '',
  ...change,
})

beforeEach(() => movementLabels.clear())

test('a label is kept for its movement on its network, and goes with its words', () => {
  const { id } = label()
  saveLabel(label())
  saveLabel(label({ chainId: 1, category: 'Other' }))
  expect(findLabel(movementLabels.read(), { chainId: 31337, id })).toEqual(
    label(),
  )
  saveLabel(label({ category: 'Rent' }))
  expect(movementLabels.read()).toHaveLength(2)
  saveLabel(label({ category: '', note: '' }))
  expect(movementLabels.read().map(({ category }) => category)).toEqual([
    'Other',
  ])
})

test('a counterparty that comes again is called as the last time', () => {
  const labels = mergeLabels(
    [],
    [
      label({ id: 'a', time: 1 }),
      label({ id: 'b', time: 3, category: 'Bonus' }),
      label({ id: 'c', time: 4, category: '', note: 'late' }),
      label({ id: 'd', time: 2, counterparty: bob, category: 'Rent' }),
      label({ id: 'e', time: 0, counterparty: bob, category: 'Rent' }),
    ],
  )
  const suggest = (counterparty = alice, chainId = 31337) =>
    suggestCategory(labels, { chainId, counterparty })
  expect(suggest()).toBe('Bonus')
  expect(suggest(bob)).toBe('Rent')
  expect(suggest(alice, 1)).toBeUndefined()
  expect(suggest(safe)).toBeUndefined()
  expect(listCategories(labels)[0]).toBe('Rent')
  const found = (text: string) =>
    searchLabels(labels, { chainId: 31337, address: safe }, text).map(
      ({ id }) => id,
    )
  expect(found('LATE')).toEqual(['c'])
  expect(found('rent')).toEqual(['d', 'e'])
  expect(
    searchLabels(labels, { chainId: 31337, address: bob }, 'rent'),
  ).toEqual([])
})

test('what another page wrote and is no label is kept aside, and marks of direction are taken out', () => {
  expect(movementLabels.check([{ ...label(), category: 7 }])).toBeUndefined()
  expect(
    movementLabels.check([{ ...label(), category: 'a'.repeat(41) }]),
  ).toBeUndefined()
  const [read] =
    movementLabels.check([{ ...label(), note: 'pay\u202egnp' }]) ?? []
  expect(read?.note).not.toContain('\u202e')
})

test.each([
  'transfer_x',
  `multisig_${safe}_0x${'00'.repeat(32)}`,
  `transfer_${alice}_e${'00'.repeat(32)}1`,
  `transfer_${safe}_e${'00'.repeat(32)}1;x`,
])(
  'a label of %s, which no movement of the safe is called, is not kept',
  (id) => {
    expect(movementLabels.check([label()])).toBeDefined()
    expect(movementLabels.check([label({ id })])).toBeUndefined()
  },
)
