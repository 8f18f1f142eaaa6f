import { expect, test } from 'vitest'
import { listFields, listUnsigned, type TypedField } from './typedFields.js'

const content = {
  domain: { name: 'Exchange', chainId: 1 },
  primaryType: 'Order',
  types: {
    Order: [
      { name: 'maker', type: 'Person' },
      { name: 'legs', type: 'Leg[]' },
      { name: 'salt', type: 'uint256' },
    ],
    Person: [{ name: 'wallet', type: 'address' }],
    Leg: [{ name: 'amount', type: 'uint256' }],
  },
  message: {
    maker: { wallet: '0x12', nickname: 'Mallory' },
    legs: [{ amount: '1' }, { amount: '2' }],
    salt: '7',
    comment: 'harmless',
  },
}

test('only what the types name is shown as signed, in their order', () => {
  const fields = listFields(content, 'Order', content.message)
  expect(fields.map(write)).toEqual([
    'maker: (wallet: 0x12)',
    'legs: (1: (amount: 1), 2: (amount: 2))',
    'salt: 7',
  ])
})

test('what is not signed is named', () => {
  expect(listUnsigned(content)).toEqual(['comment'])
})

test('a domain without a type is what it consists of', () => {
  expect(
    listFields(content, 'EIP712Domain', content.domain).map(write),
  ).toEqual(['name: Exchange', 'chainId: 1'])
})

test('types that contain themselves come to an end, and nothing is lost', () => {
  const types = { Node: [{ name: 'next', type: 'Node' }] }
  const deep = Array.from({ length: 60 }).reduce<Record<string, unknown>>(
    (next) => ({ next }),
    { next: 'the end' },
  )
  const endless = { ...content, primaryType: 'Node', types, message: deep }
  const text = listFields(endless, 'Node', deep).map(write).join()
  expect(text).toContain('the end')
})

function write({ name, value, inner }: TypedField): string {
  return `${name}: ${inner ? `(${inner.map(write).join(', ')})` : value}`
}
