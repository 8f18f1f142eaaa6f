import type { AppConfig } from '@covault/api'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { zeroHash } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { environment } from '../../preferences/environment.js'
import { security } from '../../preferences/security.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { offerProvider } from '../../trust/endpoint.js'
import { headQuery } from '../../trust/head.js'
import { SecurityPage } from './SecurityPage.js'

const foreign: AppConfig['chains'][number] = {
  chainId: 424242,
  shortName: 'far',
  name: 'Far',
  rpcUrl: 'https://node.example/v2/secret-key',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: false,
}
const local = {
  ...foreign,
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  rpcUrl: 'http://127.0.0.1:9',
}

afterEach(() => {
  environment.write({ gatewayUrl: null, rpcUrls: [] })
  security.write({ simulate: true, blindSigning: false })
  offerProvider(undefined)
})

test('says whom each network is read through, and who chose that', async () => {
  open([local, foreign])
  expect(
    await screen.findByText(/^Default of this Covault release/),
  ).toBeVisible()
  expect(screen.getByText('endpoint chosen by the gateway')).toBeVisible()
  // The path of a provider holds a key.
  expect(screen.getByText('https://node.example/…')).toBeVisible()
  expect(screen.queryByText(/secret-key/)).toBeNull()
  expect(screen.getAllByText('Block 1,234, 7 ms')).toHaveLength(2)
  expect(screen.getByText(window.location.origin)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Change servers' })).toHaveAttribute(
    'href',
    '/settings/environment',
  )
})

test('says where the gateway itself answers', async () => {
  const rpcUrl = `${window.location.origin}/rpc/424242`
  open([{ ...foreign, rpcUrl }])
  expect(await screen.findByText('reported by the gateway')).toBeVisible()
  expect(screen.getByText(/^No RPC endpoint is known/)).toBeVisible()
})

test('names what the reader and the wallet chose as theirs', async () => {
  environment.write({
    gatewayUrl: 'https://gateway.example/',
    rpcUrls: [{ chainId: 424242, url: 'https://own.example/' }],
  })
  offerProvider({ chainId: 31337, provider: { request: async () => null } })
  open([local, foreign])
  expect(await screen.findByText('Chosen by you.')).toBeVisible()
  expect(screen.getByText('https://own.example')).toBeVisible()
  expect(screen.getByText(/^Through your wallet/)).toBeVisible()
  expect(screen.getByText('https://gateway.example')).toBeVisible()
  expect(screen.getByText(/a server that you chose/)).toBeVisible()
})

test('simulation is on and blind signing off until somebody decides otherwise', async () => {
  open([])
  const simulation = await screen.findByRole('switch', { name: 'Simulation' })
  expect(simulation).toBeChecked()
  expect(
    screen.getByRole('switch', { name: 'Blind signing' }),
  ).not.toBeChecked()
  fireEvent.click(simulation)
  expect(security.read()).toEqual({ simulate: false, blindSigning: false })
})

function open(chains: AppConfig['chains']): void {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 60_000 } },
  })
  const config: AppConfig = {
    version: '0.1.0',
    chains,
    walletConnect: null,
    demo: null,
  }
  queries.setQueryData(appConfigQuery.queryKey, config)
  for (const chain of chains)
    queries.setQueryData(headQuery(chain).queryKey, {
      number: 1234n,
      hash: zeroHash,
      latency: 7,
      source: 'release',
    })
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <Suspense>
          <SecurityPage />
        </Suspense>
      ),
    }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}
