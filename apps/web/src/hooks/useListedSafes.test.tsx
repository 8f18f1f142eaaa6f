import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { getAddress } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { addressBook } from '../preferences/addressBook.js'
import { knownSafes } from '../preferences/knownSafes.js'
import { appConfigQuery } from '../queries/appConfig.js'
import { useListedSafes } from './useListedSafes.js'
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

test('one’s own safe stands before one that others call the same', () => {
  const queries = new QueryClient()
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '0.1.0',
    chains: [chain],
    walletConnect: null,
    demo: null,
  })
  queries.setQueryData(
    sharedNamesQuery.queryKey,
    new Map([
      [
        `${chainId}:${other}`,
        { chainId, address: other, name: 'Treasury', author: own, time: 1 },
      ],
    ]),
  )
  addressBook.write([{ chainId, address: own, name: 'Treasury' }])
  knownSafes.write([
    { chainId, address: other, pinned: true },
    { chainId, address: own, pinned: false },
  ])
  const { result } = renderHook(useListedSafes, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    ),
  })
  expect(result.current.map(({ name }) => name)).toEqual([
    'Treasury',
    'Treasury (shared)',
  ])
})
