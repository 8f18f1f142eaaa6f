import { demoAccounts as people } from '@covault/devnet'
import { beforeEach, expect, test } from 'vitest'
import {
  addressBook,
  findContact,
  saveContact,
} from '../../preferences/addressBook.js'
import { addDemoContacts, demoContacts } from './demoContacts.js'

beforeEach(() => addressBook.clear())

test('names the owners and payees of the demo world, and no stranger', () => {
  const { alice, bob, carol, dave, erin } = people
  const { customer, supplier, beneficiary } = people
  const named = [alice, bob, carol, dave, erin, customer, supplier, beneficiary]
  for (const chainId of [31_337, 31_338])
    expect(
      demoContacts
        .filter((contact) => contact.chainId === chainId)
        .map(({ address }) => address),
    ).toEqual(named.map(({ address }) => address))
})

test('keeps the names that the reader gave', () => {
  const place = { chainId: 31_337, address: people.supplier.address }
  saveContact({ ...place, name: 'Our studio' })
  addDemoContacts()
  expect(findContact(addressBook.read(), place)?.name).toBe('Our studio')
  expect(addressBook.read()).toHaveLength(demoContacts.length)
})
