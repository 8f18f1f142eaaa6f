import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { getAddress } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { addressBook, saveContact } from '../preferences/addressBook.js'
import { appConfigQuery } from '../queries/appConfig.js'
import { counterpartiesQuery } from '../queries/counterparties.js'
import { useFindName } from './useFindName.js'
import { useKnownPeople } from './useKnownFacts.js'
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
const safe = getAddress(`0x${'a1'.repeat(20)}`)
const payee = getAddress(`0x${'b2'.repeat(20)}`)
const place = { chainId: chain.chainId, address: payee }

afterEach(() => addressBook.write([]))

test('a shared name is marked, makes nobody known, and gives way to the reader’s own', async () => {
  const queries = new QueryClient()
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '0.1.0',
    chains: [chain],
    walletConnect: null,
    demo: null,
  })
  queries.setQueryData(counterpartiesQuery({ chain, address: safe }).queryKey, {
    paid: [],
    isWhole: true,
  })
  const shared = { ...place, name: 'Acme', author: safe, time: 1 }
  queries.setQueryData(
    sharedNamesQuery.queryKey,
    new Map([[`${place.chainId}:${payee}`, shared]]),
  )
  const { result } = renderHook(
    () => ({
      findName: useFindName(),
      people: useKnownPeople({ chain, address: safe }),
    }),
    {
      wrapper: ({ children }) => (
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      ),
    },
  )
  expect(result.current.findName(place)).toBe('Acme (shared)')
  expect(result.current.findName({ ...place, chainId: 1 })).toBeUndefined()
  expect(result.current.people?.contacts).toEqual([])
  await act(async () => saveContact({ ...place, name: 'My supplier' }))
  expect(result.current.findName(place)).toBe('My supplier')
  expect(result.current.people?.contacts).toEqual([payee])
})
