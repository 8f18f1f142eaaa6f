import type { AppConfig } from '@covault/api'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { appConfigQuery } from '../../queries/appConfig.js'
import { connectionQuery } from '../../wallet/connection.js'
import {
  provideWalletLayer,
  type WalletLayer,
} from '../../wallet/walletLayer.js'
import { NetworkLine } from './NetworkLine.js'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const one: AppConfig['chains'][number] = {
  ...{ chainId: 31337, shortName: 'local1', name: 'Local 1' },
  rpcUrl: 'http://127.0.0.1:9',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  ...{ testnet: true, local: true },
}
const two = { ...one, chainId: 31338, shortName: 'local2', name: 'Local 2' }

afterEach(cleanup)

test('offers to switch a wallet that is on another network', async () => {
  const switchChain = vi.fn(async () => undefined)
  const leave = provideWalletLayer({ switchChain } as unknown as WalletLayer)
  await show(two.chainId)
  expect(screen.getByRole('status')).toHaveTextContent(
    'Your wallet is on Local 2. This safe is on Local 1.',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Switch' }))
  await expect.poll(() => switchChain.mock.calls).toEqual([[one.chainId]])
  leave()
})

test('says nothing of a wallet that is on the network of the safe', async () => {
  await show(one.chainId)
  expect(screen.getByText('page')).toBeVisible()
  expect(screen.queryByRole('status')).toBeNull()
})

async function show(chainId: number): Promise<void> {
  const queries = new QueryClient()
  queries.setQueryData(appConfigQuery.queryKey, {
    ...{ version: '1', chains: [one, two], walletConnect: null, demo: null },
  })
  queries.setQueryData(connectionQuery.queryKey, {
    ...{ status: 'connected', account, chainId, walletName: 'Demo' },
  })
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <>
          <p>page</p>
          <NetworkLine />
        </>
      ),
    }),
    history: createMemoryHistory({
      initialEntries: [`/?safe=local1:${account}`],
    }),
  })
  await router.load()
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByText('page')
}
