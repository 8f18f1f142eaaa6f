import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, waitFor } from '@testing-library/react'
import { getAddress } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { knownSafes } from '../preferences/knownSafes.js'
import { appConfigQuery } from '../queries/appConfig.js'
import { nameLogQuery } from '../understand/safe/nameLog.js'
import { areSafesListed, useListedSafes } from './useListedSafes.js'
import { useReadNames } from './useReadNames.js'

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

afterEach(() => {
  knownSafes.write([])
  areSafesListed.write(false)
})

test('names of other safes are read only where safes are listed', async () => {
  const page = open(`/home?safe=local1:${own}`)
  await waitFor(() => expect(page.areRead(own)).toBe(true))
  expect(page.areRead(other)).toBe(false)
  const accounts = open('/welcome/accounts')
  await waitFor(() => expect(accounts.areRead(other)).toBe(true))
})

test('and where somebody has opened a list to choose from', async () => {
  const page = open(`/home?safe=local1:${own}`, <Choice />)
  await waitFor(() => expect(page.areRead(other)).toBe(true))
})

function Choice() {
  useListedSafes()
  return null
}

function Names() {
  useReadNames()
  return null
}

function open(path: string, choice?: React.ReactNode) {
  knownSafes.write(
    [own, other].map((address) => ({
      ...{ chainId: chain.chainId, address },
      pinned: false,
    })),
  )
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false } },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    ...{ version: '', chains: [chain], walletConnect: null, demo: null },
  })
  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={queries}>
        <Names />
        {choice}
      </QueryClientProvider>
    ),
    notFoundComponent: () => null,
  })
  const history = createMemoryHistory({ initialEntries: [path] })
  render(<RouterProvider router={createRouter({ routeTree: root, history })} />)
  const areRead = (address: typeof own) =>
    queries.getQueryState(nameLogQuery({ chain, address }).queryKey) !==
    undefined
  return { areRead }
}
