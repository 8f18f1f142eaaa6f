import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { findMistake, listPlanned, planNames } from './plannedNames.js'

const safe = getAddress(`0x${'a1'.repeat(20)}`)
const payee = getAddress(`0x${'b2'.repeat(20)}`)
const named = (address: typeof safe, name: string) => ({
  ...{ chainId: 1, address, name },
})
const place = { chainId: 1, address: safe }

test('the name of the safe comes first and is chosen until it is shared', () => {
  const own = [named(payee, 'Acme'), named(safe, 'Treasury')]
  const { offered } = planNames({ own, shared: [], safe: place })
  expect(offered.map(({ name, isChosen }) => [name, isChosen])).toEqual([
    ['Treasury', true],
    ['Acme', false],
  ])
  const shared = [named(safe, 'Vault'), named(payee, 'Acme')]
  const later = planNames({ own, shared, safe: place })
  expect(
    later.offered.map(({ name, before, isChosen }) => [name, before, isChosen]),
  ).toEqual([['Treasury', 'Vault', false]])
})

test('only what differs is signed, trimmed', () => {
  const { present, offered } = planNames({
    own: [named(safe, 'Treasury')],
    shared: [named(payee, 'Acme')],
    safe: place,
  })
  expect(listPlanned([...present, ...offered])).toHaveLength(1)
  const renamed = present.map((one) => ({ ...one, name: ' Acme Ltd ' }))
  expect(listPlanned(renamed).map(({ name }) => name)).toEqual(['Acme Ltd'])
  const removed = present.map((one) => ({ ...one, name: '' }))
  expect(listPlanned(removed)).toHaveLength(1)
})

test('nothing, and more than fits one signature, is refused in words', () => {
  expect(findMistake([])).toBe('Choose at least one name to continue.')
  const many = Array.from({ length: 1_001 }, () => named(payee, 'Acme'))
  expect(findMistake(many)).toBe('Share at most 1000 names at once.')
  expect(findMistake([named(payee, 'Acme')])).toBeUndefined()
})
