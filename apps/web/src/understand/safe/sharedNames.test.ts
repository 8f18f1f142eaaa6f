import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import type { CheckedNameSet } from './nameSets.js'
import { listLeftOut, listNameHistory, listSharedNames } from './sharedNames.js'

const alice = getAddress(`0x${'a1'.repeat(20)}`)
const bob = getAddress(`0x${'b2'.repeat(20)}`)
const payee = getAddress(`0x${'c3'.repeat(20)}`)

function toSet(
  author: typeof alice,
  name: string,
  isByOwner = true,
): CheckedNameSet {
  const changes = [{ chainId: 1, address: payee, name }]
  const signature = `0x${'11'.repeat(65)}` as const
  const hash = `0x${'22'.repeat(32)}` as const
  return { author, time: 5, signature, changes, hash, isByOwner }
}

test('a name that hides characters shows that something is hidden', () => {
  const [name] = listSharedNames([toSet(alice, 'Trea\u202Esury')])
  expect(name?.name).toBe('Trea\uFFFDsury')
})

test('a removal takes the name away, and a later one gives it back', () => {
  const sets = [toSet(alice, 'Acme'), toSet(bob, '')]
  expect(listSharedNames(sets)).toEqual([])
  const [name] = listSharedNames([...sets, toSet(alice, 'Acme Ltd')])
  expect(name).toEqual({
    ...{ chainId: 1, address: payee, name: 'Acme Ltd', author: alice, time: 5 },
  })
})

test('history is newest first and tells what each name was before', () => {
  const items = listNameHistory([
    toSet(alice, 'Acme'),
    toSet(bob, 'Mallory', false),
    toSet(bob, 'Acme Ltd'),
    toSet(alice, ''),
  ])
  expect(
    items.map(({ sequence, isByOwner, changes: [change] }) => [
      ...[sequence, isByOwner, change?.before, change?.name],
    ]),
  ).toEqual([
    [4, true, 'Acme Ltd', ''],
    [3, true, 'Acme', 'Acme Ltd'],
    [2, false, 'Acme', 'Mallory'],
    [1, true, undefined, 'Acme'],
  ])
})

test('what former owners called an address is left out and counted', () => {
  const sets = [toSet(alice, 'Acme', false)]
  expect(listSharedNames(sets)).toEqual([])
  expect(listLeftOut(sets).map(({ name }) => name)).toEqual(['Acme'])
  expect(listLeftOut([...sets, toSet(bob, 'Acme')])).toEqual([])
})
