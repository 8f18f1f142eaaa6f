import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { type Address, getAddress } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { addressBook } from '../preferences/addressBook.js'
import { knownSafes } from '../preferences/knownSafes.js'
import { appConfigQuery } from '../queries/appConfig.js'
import { useListedSafes, useSafePlaces } from './useListedSafes.js'
import { sharedNamesQuery } from './useSharedNames.js'

const chain = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  rpcUrl: 'http://127.0.0.1:1',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}
const own = getAddress(`0x${'a1'.repeat(20)}`)
const other = getAddress(`0x${'b2'.repeat(20)}`)
const { chainId } = chain

afterEach(() => {
  addressBook.write([])
  knownSafes.write([])
})

test('the safes whose names are read are the same, whatever they are called', () => {
  const queries = open()
  knownSafes.write([
    { chainId, address: other, pinned: false },
    { chainId, address: own, pinned: false },
  ])
  const before = list(queries, useSafePlaces)
  share(queries, other, 'Treasury')
  addressBook.write([{ chainId, address: own, name: 'Treasury' }])
  expect(list(queries, useSafePlaces)).toEqual(before)
})

test('what the gateway calls a demo safe is no name of one’s own', () => {
  const queries = open([{ chainId, address: other, name: 'Treasury' }])
  addressBook.write([{ chainId, address: own, name: 'Treasury' }])
  knownSafes.write([
    { chainId, address: other, pinned: true },
    { chainId, address: own, pinned: false },
  ])
  expect(list(queries, useListedSafes)).toEqual([own, other])
})

test('one’s own safe stands before one that others call the same', () => {
  const queries = open()
  share(queries, other, 'Treasury')
  addressBook.write([{ chainId, address: own, name: 'Treasury' }])
  knownSafes.write([
    { chainId, address: other, pinned: true },
    { chainId, address: own, pinned: false },
  ])
  expect(list(queries, useListedSafes)).toEqual([own, other])
})

function open(
  demo: { chainId: number; address: Address; name: string }[] = [],
) {
  const queries = new QueryClient()
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '0.1.0',
    chains: [chain],
    walletConnect: null,
    demo: { safes: demo },
  })
  return queries
}

function share(queries: QueryClient, address: Address, name: string): void {
  const shared = { chainId, address, name, author: own, time: 1 }
  queries.setQueryData(
    sharedNamesQuery.queryKey,
    new Map([[`${chainId}:${address}`, shared]]),
  )
}

function list(
  queries: QueryClient,
  hook: () => { address: Address }[],
): Address[] {
  const { result } = renderHook(hook, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    ),
  })
  return result.current.map(({ address }) => address)
}
