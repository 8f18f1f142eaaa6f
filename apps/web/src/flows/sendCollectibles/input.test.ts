// @vitest-environment node
import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { AddressReading } from '../../understand/safe/addressReading.js'
import { checkSending, listWarnings } from './checkSending.js'
import { createInput, pinRecipient } from './input.js'

const rings = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const safe = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ring = { token: rings, id: '3' } as const

test('a link names several collectibles, each once', () => {
  const largest = String(2n ** 256n - 1n)
  const list = `${rings}:3,${rings.toLowerCase()}:0003,${rings}:${largest}`
  expect(createInput({ token: list, recipient: bob })).toEqual({
    items: [ring, { token: rings, id: largest }],
    recipient: bob,
    resolved: null,
  })
})

test('what a name of the chain stood for is kept, a contact becomes its address', () => {
  const input = createInput({ recipient: 'bob.eth' })
  const reading: AddressReading = {
    address: bob,
    error: undefined,
    isPending: false,
    text: { status: 'name', name: 'bob.eth' },
    isContact: false,
    resolvedName: null,
  }
  expect(
    pinRecipient(input, { ...reading, resolvedName: 'bob.eth' }),
  ).toMatchObject({ recipient: 'bob.eth', resolved: bob })
  expect(pinRecipient(input, { ...reading, isContact: true })).toMatchObject({
    recipient: bob,
    resolved: null,
  })
})

test('what is no collectible in a link is left out', () => {
  const list = [
    '',
    rings,
    `${rings}:`,
    `${rings}:-1`,
    `${rings}:1e3`,
    `${rings}:${2n ** 256n}`,
    `${rings.replace('5Fb', '5fb')}:3`,
    `javascript:3`,
  ]
  expect(createInput({ token: list.join(',') }).items).toEqual([])
})

test('nothing is sent without a collectible and a recipient', () => {
  expect(check({ items: [], recipient: '' })).toEqual({
    items: 'Choose at least one collectible.',
    recipient: 'Enter a recipient.',
  })
})

test('a recipient that cannot be read is refused for its reason', () => {
  const to = { address: undefined, error: 'It is broken.' }
  expect(check({ recipient: '0x1', to })).toEqual({ recipient: to.error })
})

test('a name that has no answer yet is waited for', () => {
  const to = { address: undefined, error: undefined }
  expect(check({ recipient: 'bob.eth', to })).toEqual({
    recipient: 'Looking up this name…',
  })
})

test('nothing is sent to nobody', () => {
  const to = { address: zeroAddress, error: undefined } as const
  expect(check({ recipient: zeroAddress, to })).toEqual({
    recipient: 'This is the zero address. Anything sent there is lost.',
  })
})

test('the safe itself and the collection are warned of, others are not', () => {
  expect(listWarnings({ items: [ring], to: safe, safe })).toEqual([
    'This is the safe itself.',
  ])
  expect(listWarnings({ items: [ring], to: rings, safe })).toEqual([
    'This is the collection’s own contract. Collectibles sent there are usually lost.',
  ])
  expect(listWarnings({ items: [ring], to: bob, safe })).toEqual([])
})

function check(given: Partial<Parameters<typeof checkSending>[0]>) {
  const to = { address: bob, error: undefined } as const
  return checkSending({ items: [ring], recipient: bob, to, ...given })
}
