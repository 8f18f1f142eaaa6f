import { expect, test } from 'vitest'
import { nameKept } from './keptData.js'

test('names what is kept as people call it, and anything else as it is', () => {
  expect(nameKept('addressBook')).toBe('address book')
  expect(nameKept('wallet.store')).toBe('wallet connection')
  expect(nameKept('elsewhere')).toBe('data “elsewhere”')
})
