// @vitest-environment node
import { expect, test } from 'vitest'
import { rankNames } from './rankNames.js'

const list = (...named: [string | undefined, boolean][]) =>
  rankNames(named.map(([name, isOwnName]) => ({ name, isOwnName }))).map(
    ({ name }) => name,
  )

test('a name of one’s own stands before the same name of others', () => {
  expect(
    list(
      ['TREASURY (shared)', false],
      ['treasury', false],
      [undefined, false],
      ['Treasury', true],
    ),
  ).toEqual([undefined, 'Treasury', 'TREASURY (shared)', 'treasury'])
})

test('other names of others stay where they are', () => {
  expect(list(['Payroll (shared)', false], ['Treasury', true])).toEqual([
    'Payroll (shared)',
    'Treasury',
  ])
})
