import type { SafeOverview } from '@covault/api'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import {
  filterAccounts,
  searchAccounts,
  sortAccounts,
  sumOverviews,
} from './arrangeAccounts.js'
import type { AccountGroup } from './groupAccounts.js'

const one = '0x1111111111111111111111111111111111111111'
const two = '0x2222222222222222222222222222222222222222'
const three = '0x3333333333333333333333333333333333333333'

const groups = [
  createGroup(one, { name: 'Treasury', chainIds: [1, 2], isOwner: true }),
  createGroup(two, { chainIds: [1], isKnown: true }),
  createGroup(three, { name: 'Archive', chainIds: [2] }),
]

const overviews = [
  createOverview(one, 1, { fiatTotal: '10.5', queued: 1 }),
  createOverview(one, 2, { fiatTotal: '0.25', queued: 2 }),
  createOverview(three, 2, { fiatTotal: '99', queued: 0 }),
]

test('sums what the gateway says over the chains of an account', () => {
  const [treasury, unnamed] = groups
  expect(treasury && sumOverviews(treasury, overviews)).toEqual({
    value: 1075n,
    queued: 3,
    awaiting: undefined,
  })
  expect(unnamed && sumOverviews(unnamed, overviews).value).toBeUndefined()
})

test('claims no value where the chain does not answer', () => {
  const archive = createGroup(three, { chainIds: [2] })
  const chains = archive.chains.map(({ chain }) => ({
    chain,
    reading: { status: 'unread' as const },
  }))
  expect(sumOverviews({ ...archive, chains }, overviews).value).toBeUndefined()
})

test.each([
  ['treas', [one]],
  ['ARCHIVE', [three]],
  ['c2:', [one, three]],
  [two.slice(0, 10), [two]],
  [`c1:${two}`, [two]],
  ['unnamed', [two]],
  ['treasury 2', [one]],
  ['nothing', []],
])('the search for %s', (query, found) => {
  expect(addressesOf(searchAccounts(groups, query))).toEqual(found)
})

test('own ones and watched ones are told apart', () => {
  expect(addressesOf(filterAccounts(groups, 'owned'))).toEqual([one])
  expect(addressesOf(filterAccounts(groups, 'watched'))).toEqual([two])
  expect(filterAccounts(groups, 'all')).toEqual(groups)
})

test('by name the nameless come last, by value the unknown do', () => {
  const sort = (order: 'name' | 'value' | 'waiting' | 'given') =>
    addressesOf(sortAccounts(groups, { order, overviews }))
  expect(sort('name')).toEqual([three, one, two])
  expect(sort('value')).toEqual([three, one, two])
  expect(sort('waiting')).toEqual([one, three, two])
  expect(sort('given')).toEqual([one, two, three])
})

function addressesOf(some: readonly AccountGroup[]): Address[] {
  return some.map(({ address }) => address)
}

function createGroup(
  address: Address,
  {
    name,
    chainIds,
    isOwner = false,
    isKnown = false,
  }: {
    name?: string
    chainIds: readonly number[]
    isOwner?: boolean
    isKnown?: boolean
  },
): AccountGroup {
  return {
    address,
    name,
    kind: 'found',
    isOwner,
    isKnown,
    lookAlike: undefined,
    chains: chainIds.map((chainId) => ({
      reading: { status: 'pending' },
      chain: {
        chainId,
        shortName: `c${chainId}`,
        name: `Chain ${chainId}`,
        rpcUrl: 'http://127.0.0.1',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        testnet: true,
        local: true,
      },
    })),
  }
}

function createOverview(
  address: Address,
  chainId: number,
  facts: { fiatTotal: string; queued: number },
): SafeOverview {
  return {
    address: { value: address, name: null, logoUri: null },
    chainId,
    threshold: 1,
    owners: [],
    awaitingConfirmation: null,
    ...facts,
  }
}
