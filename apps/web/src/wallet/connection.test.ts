// @vitest-environment node
import { expect, test } from 'vitest'
import {
  type Connection,
  compareConnections,
  describeChain,
} from './connection.js'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const none: Connection = {
  status: 'disconnected',
  account: null,
  chainId: null,
  walletName: null,
}
const one: Connection = {
  status: 'connected',
  account,
  chainId: 1,
  walletName: 'Any',
}

test.each([
  [
    'nothing happens',
    none,
    { ...none, status: 'connecting' as const },
    undefined,
  ],
  ['it connects', none, one, { type: 'connect', account, chainId: 1 }],
  ['the account leaves', one, none, { type: 'disconnect' }],
  [
    'the account changes',
    one,
    { ...one, account: other },
    { type: 'change', account: other, chainId: 1 },
  ],
  [
    'the chain changes',
    one,
    { ...one, chainId: 5 },
    { type: 'change', account, chainId: 5 },
  ],
  ['all stays', one, { ...one }, undefined],
] as const)('tells when %s', (_, before, after, event) => {
  expect(compareConnections(before, after)).toEqual(event)
})

test('a chain that nobody configured or released has a number for a name, and Ether', () => {
  const currency = { name: 'Dai', symbol: 'DAI', decimals: 18 }
  const chains = [{ chainId: 100, name: 'Gnosis', nativeCurrency: currency }]
  expect(describeChain(chains, 100)).toEqual({
    name: 'Gnosis',
    nativeCurrency: currency,
    unsupported: false,
  })
  expect(describeChain(chains, 137)).toEqual({
    name: 'Polygon',
    nativeCurrency: expect.objectContaining({ symbol: 'POL' }),
    unsupported: true,
  })
  expect(describeChain(chains, 999)).toEqual({
    name: 'Chain 999',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    unsupported: true,
  })
})
