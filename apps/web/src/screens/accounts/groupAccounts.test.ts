import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { fromBlock } from '../../testing/provenance.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { Safe } from '../../trust/readSafes.js'
import {
  type AccountGroup,
  type AccountSources,
  type ChainState,
  groupAccounts,
} from './groupAccounts.js'
import { summarise } from './summarise.js'

const treasury = '0x1111111111111111111111111111111111111111'
const payroll = '0x2222222222222222222222222222222222222222'
const stranger = '0x3333333333333333333333333333333333333333'
const owner = treasury

const demo = [
  { chainId: 1, address: treasury, name: 'Treasury' },
  { chainId: 2, address: treasury, name: 'Treasury' },
  { chainId: 2, address: payroll, name: 'Payroll' },
] as const

test('one address on two chains is one account', () => {
  const states = [read(1, [treasury]), read(2, [treasury, payroll])]
  expect(describeGroups(group(states, { demo }))).toEqual([
    'demo Treasury: 1 read, 2 read',
    'demo Payroll: 2 read',
  ])
})

test('found safes come last, the newest first', () => {
  const groups = group([read(1, [treasury, payroll, stranger])], {})
  expect(groups.map(({ address, kind }) => [address, kind])).toEqual([
    [stranger, 'found'],
    [payroll, 'found'],
    [treasury, 'found'],
  ])
})

test('a found safe appears on chains where it was not configured', () => {
  const states = [read(1, [treasury, payroll]), read(2, [treasury, payroll])]
  expect(describeGroups(group(states, { demo }))).toContain(
    'demo Payroll: 1 read, 2 read',
  )
})

test('configured safes are there before their chain has answered', () => {
  expect(describeGroups(group([pending(1), failed(2)], { demo }))).toEqual([
    'demo Treasury: 1 pending, 2 unread',
    'demo Payroll: 2 unread',
  ])
})

test('a configured safe that is not on its chain is said to be absent', () => {
  const states = [read(1, []), read(2, [treasury])]
  expect(describeGroups(group(states, { demo }))).toEqual([
    'demo Treasury: 1 absent, 2 read',
    'demo Payroll: 2 absent',
  ])
})

test('a safe that became known a moment ago is waited for', () => {
  const known = [{ chainId: 1, address: stranger, pinned: false }] as const
  expect(describeGroups(group([read(1, [])], { known }))).toEqual([
    'watched undefined: 1 pending',
  ])
})

test('a proxy that is no safe is not listed', () => {
  const state = read(1, [])
  const safes = state.safes && { ...state.safes, found: [stranger] as const }
  expect(group([{ ...state, safes }], {})).toEqual([])
})

test('what was read before a chain went down stays', () => {
  const states = [{ ...read(1, [treasury]), error: new Error() }]
  const groups = group(states, { demo: demo.slice(0, 1) })
  expect(describeGroups(groups)).toEqual(['demo Treasury: 1 read'])
})

test('pinned before owned before watched', () => {
  const states = [read(1, [treasury, payroll, stranger])]
  const known = [
    { chainId: 1, address: treasury, pinned: true },
    { chainId: 1, address: payroll, pinned: false },
  ] as const
  const kinds = (account: Address | null) =>
    group(states, { known }, account).map(({ kind }) => kind)
  expect(kinds(null)).toEqual(['pinned', 'watched', 'found'])
  expect(kinds(owner)).toEqual(['pinned', 'owned', 'owned'])
})

test('the chain has the last word on who owns a safe', () => {
  const owned = [{ chainId: 1, address: stranger }] as const
  const [account] = group([read(1, [stranger])], { owned }, payroll)
  expect(account).toMatchObject({ isOwner: false, kind: 'owned' })
  const [own] = group([read(1, [stranger])], { owned }, owner)
  expect(own).toMatchObject({ isOwner: true, kind: 'owned' })
})

test('an address that looks like a known one is flagged, the known is not', () => {
  const imitation = '0x1111000000000000000000000000000000001111'
  const states = [read(1, [treasury, imitation])]
  const known = [{ chainId: 1, address: treasury, pinned: true }] as const
  const [own, other] = group(states, { known })
  expect(own?.lookAlike).toBeUndefined()
  expect(other?.lookAlike).toMatchObject({
    known: treasury,
    severity: 'danger',
    leading: 4,
    trailing: 4,
    name: 'Treasury',
  })
})

test.each([
  [[pending(1), pending(2)], 'Reading Chain 1 and Chain 2'],
  [[read(1, [treasury]), pending(2)], 'Reading Chain 2'],
  [
    [read(1, [treasury]), read(2, [treasury, payroll])],
    '2 safes on 2 networks',
  ],
  [[read(1, [treasury]), failed(2)], '1 safe on 1 network'],
  [[failed(1), failed(2)], 'Not loaded'],
  [[read(1, []), read(2, [])], 'No safes'],
])('the summary of %# is true', (states, words) => {
  expect(summarise({ states, groups: group(states, { demo }) })).toBe(words)
})

function group(
  states: readonly ChainState[],
  sources: Partial<AccountSources>,
  account: Address | null = null,
): AccountGroup[] {
  return groupAccounts({
    states,
    sources: { known: [], owned: [], demo: [], ...sources },
    account,
    findName: ({ address }) =>
      demo.find((safe) => safe.address === address)?.name,
  })
}

function describeGroups(groups: readonly AccountGroup[]): string[] {
  return groups.map(({ kind, name, chains }) => {
    const places = chains.map(
      ({ chain, reading }) => `${chain.chainId} ${reading.status}`,
    )
    return `${kind} ${name}: ${places.join(', ')}`
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
      known: [treasury, payroll],
      found: addresses,
      safes: addresses.map(createSafe),
      provenance: fromBlock(7n),
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
