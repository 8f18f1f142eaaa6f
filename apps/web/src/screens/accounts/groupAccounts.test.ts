import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { Safe } from '../../trust/readSafes.js'
import { type ChainState, groupAccounts } from './groupAccounts.js'
import { summarise } from './summarise.js'

const treasury = '0x1111111111111111111111111111111111111111'
const payroll = '0x2222222222222222222222222222222222222222'
const stranger = '0x3333333333333333333333333333333333333333'

const demoSafes = [
  { chainId: 1, address: treasury, name: 'Treasury' },
  { chainId: 2, address: treasury, name: 'Treasury' },
  { chainId: 2, address: payroll, name: 'Payroll' },
] as const

test('one address on two chains is one account', () => {
  const { demo, found } = groupAccounts({
    states: [read(1, [treasury]), read(2, [treasury, payroll])],
    demoSafes,
  })
  expect(describeGroups(demo)).toEqual([
    'Treasury: 1 read, 2 read',
    'Payroll: 2 read',
  ])
  expect(found).toEqual([])
})

test('found safes come after the demo ones, the newest first', () => {
  const { found } = groupAccounts({
    states: [read(1, [treasury, payroll, stranger])],
    demoSafes: [],
  })
  expect(found.map(({ address }) => address)).toEqual([
    stranger,
    payroll,
    treasury,
  ])
  expect(found.every(({ name }) => name === undefined)).toBe(true)
})

test('a found safe appears on chains where it was not configured', () => {
  const { demo } = groupAccounts({
    states: [read(1, [treasury, payroll]), read(2, [treasury, payroll])],
    demoSafes,
  })
  expect(describeGroups(demo)).toContain('Payroll: 1 read, 2 read')
})

test('configured safes are there before their chain has answered', () => {
  const { demo } = groupAccounts({
    states: [pending(1), failed(2)],
    demoSafes,
  })
  expect(describeGroups(demo)).toEqual([
    'Treasury: 1 pending, 2 unread',
    'Payroll: 2 unread',
  ])
})

test('a configured safe that is not on its chain is said to be absent', () => {
  const { demo } = groupAccounts({
    states: [read(1, []), read(2, [treasury])],
    demoSafes,
  })
  expect(describeGroups(demo)).toEqual([
    'Treasury: 1 absent, 2 read',
    'Payroll: 2 absent',
  ])
})

test('a proxy that is no safe is not listed', () => {
  const state = read(1, [])
  const { found } = groupAccounts({
    states: [
      { ...state, safes: state.safes && { ...state.safes, found: [stranger] } },
    ],
    demoSafes: [],
  })
  expect(found).toEqual([])
})

test('what was read before a chain went down stays', () => {
  const { demo } = groupAccounts({
    states: [{ ...read(1, [treasury]), error: new Error() }],
    demoSafes: demoSafes.slice(0, 1),
  })
  expect(describeGroups(demo)).toEqual(['Treasury: 1 read'])
})

test.each([
  [[pending(1), pending(2)], 'Reading Chain 1 and Chain 2'],
  [[read(1, [treasury]), pending(2)], 'Reading Chain 2'],
  [
    [read(1, [treasury]), read(2, [treasury, payroll])],
    '2 safes on 2 networks',
  ],
  [[read(1, [treasury]), failed(2)], '1 safe on 1 network'],
  [[failed(1), failed(2)], 'Not read'],
  [[read(1, []), read(2, [])], 'No safes'],
])('the summary of %# is true', (states, words) => {
  const { demo, found } = groupAccounts({ states, demoSafes })
  expect(summarise({ states, groups: [...demo, ...found] })).toBe(words)
})

function describeGroups(groups: ReturnType<typeof groupAccounts>['demo']) {
  return groups.map(({ name, chains }) => {
    const places = chains.map(
      ({ chain, reading }) => `${chain.chainId} ${reading.status}`,
    )
    return `${name}: ${places.join(', ')}`
  })
}

function pending(chainId: number): ChainState {
  return { chain: createChain(chainId), safes: undefined, error: null }
}

function failed(chainId: number): ChainState {
  return { ...pending(chainId), error: new Error('No connection') }
}

function read(chainId: number, addresses: readonly Address[]): ChainState {
  return {
    ...pending(chainId),
    safes: {
      block: { number: 7n, hash: '0x07' },
      found: addresses,
      safes: addresses.map(createSafe),
    },
  }
}

function createSafe(address: Address): Safe {
  return {
    address,
    owners: [treasury],
    threshold: 1,
    nonce: 0n,
    version: '1.4.1',
    known: true,
  }
}

function createChain(chainId: number): ChainConfig {
  return {
    chainId,
    shortName: `c${chainId}`,
    name: `Chain ${chainId}`,
    rpcUrl: 'http://127.0.0.1',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    testnet: true,
    local: true,
  }
}
