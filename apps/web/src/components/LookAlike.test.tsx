import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { type Address, getAddress } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import type { ListedSafe } from '../hooks/useListedSafes.js'
import type { ChainConfig } from '../trust/chainClient.js'

const listed: ListedSafe[] = []
vi.mock('../hooks/useListedSafes.js', () => ({ useListedSafes: () => listed }))

// Files share what is loaded: another may have loaded it without the mock.
vi.resetModules()
const { addressBook } = await import('../preferences/addressBook.js')
const { LookAlike } = await import('./LookAlike.js')

const chain = { chainId: 1, name: 'Local 1' } as ChainConfig
const known = getAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')

afterEach(() => {
  addressBook.write([])
  listed.length = 0
})

test('offers the contact instead of an address that only looks like it', () => {
  saveContact(known)
  const onUse = vi.fn()
  show(imitate({ leading: 4, trailing: 4 }), onUse)
  expect(screen.getByRole('alert')).toHaveAttribute('data-look-alike', 'danger')
  expect(screen.getByRole('alert')).toHaveTextContent(
    'This is not the address of Vendor. Only some digits are the same.',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Use Vendor instead' }))
  expect(onUse).toHaveBeenCalledWith(known)
})

test('warns where six digits agree at one end, as the review does', () => {
  saveContact(known)
  show(imitate({ leading: 6, trailing: 0 }))
  expect(screen.getByRole('alert')).toHaveAttribute(
    'data-look-alike',
    'warning',
  )
})

test('says nothing of a contact, whomever it looks like', () => {
  const contact = imitate({ leading: 4, trailing: 4 })
  saveContact(contact)
  listed.push({ chain, address: known, name: undefined, isOwnName: false })
  show(contact)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('shows no difference but the digits that differ', () => {
  saveContact(known)
  const typed = known.toLowerCase().replace('51812', '11112') as Address
  show(typed)
  const [one = '', other = ''] = screen
    .getAllByRole('definition')
    .map((row) => row.textContent)
  expect(one).toBe(typed)
  expect(one.replace('11112', '51812')).toBe(other)
})

test('says who somebody without a name is', () => {
  listed.push({ chain, address: known, name: undefined, isOwnName: false })
  show(imitate({ leading: 4, trailing: 4 }))
  expect(screen.getByRole('alert')).toHaveTextContent(
    'This is not the address of your safe. Only some digits are the same.',
  )
  expect(
    screen.getByRole('button', { name: 'Use your safe instead' }),
  ).toBeVisible()
})

function saveContact(address: Address): void {
  addressBook.write([{ chainId: 1, address, name: 'Vendor' }])
}

function show(address: Address, onUse = vi.fn()): void {
  render(
    <MantineProvider>
      <LookAlike chain={chain} address={address} onUse={onUse} />
    </MantineProvider>,
  )
}

function imitate({
  leading,
  trailing,
}: {
  leading: number
  trailing: number
}): Address {
  const digits = known.slice(2).toLowerCase()
  const end = trailing === 0 ? '' : digits.slice(-trailing)
  const middle = '0'.repeat(40 - leading - trailing)
  return getAddress(`0x${digits.slice(0, leading)}${middle}${end}`)
}
