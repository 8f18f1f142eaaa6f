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

test('what is not signed is named, wherever it stands', () => {
  const types = {
    ...content.types,
    EIP712Domain: [{ name: 'name', type: 'string' }],
  }
  expect(listUnsigned({ ...content, types })).toEqual([
    'maker.nickname',
    'comment',
    'domain.chainId',
  ])
  expect(listUnsigned(content)).toEqual(['maker.nickname', 'comment'])
})

test('what is not signed in a list is named once', () => {
  const legs = content.message.legs.map((leg) => ({ ...leg, note: 'x' }))
  const message = { ...content.message, legs }
  expect(listUnsigned({ ...content, message })).toContain('legs.note')
})

test('a domain without a type is what it consists of, as it is hashed', () => {
  const domain = { chainId: '1', salt: null, name: 'Exchange' }
  expect(
    listFields({ ...content, domain }, 'EIP712Domain', domain).map(write),
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
