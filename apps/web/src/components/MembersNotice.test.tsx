import { GatewayReplyError } from '@covault/api'
import { MantineProvider } from '@mantine/core'
import {
  QueryClient,
  QueryClientProvider,
  useQuery,
} from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { appConfigQuery } from '../queries/appConfig.js'
import { accountQuery } from '../wallet/account.js'
import { provideWalletLayer, type WalletLayer } from '../wallet/walletLayer.js'
import { MembersNotice } from './MembersNotice.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const title = 'This gateway is for members.'

function open(status: number, { search = '' } = {}) {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false } },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '1',
    chains: [
      {
        chainId: 31337,
        shortName: 'local1',
        name: 'Local 1',
        rpcUrl: 'http://127.0.0.1:9',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        testnet: true,
        local: true,
      },
    ],
    walletConnect: null,
    demo: null,
  })
  queries.setQueryData(accountQuery.queryKey, null)
  const Page = () => {
    useQuery({
      queryKey: ['gateway', 'asked'],
      queryFn: () => {
        throw new GatewayReplyError({ status, statusText: '' })
      },
    })
    return <MembersNotice />
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory({ initialEntries: [`/${search}`] }),
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return queries
}

test('a gateway that answers 401 is for members: connect, then sign in', async () => {
  const layer = { openConnect: vi.fn(), openSignIn: vi.fn() }
  const take = provideWalletLayer(layer as unknown as WalletLayer)
  const queries = open(401)
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Connect wallet' }))
  expect(layer.openConnect).toHaveBeenCalledOnce()
  queries.setQueryData(accountQuery.queryKey, alice)
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect(layer.openSignIn).toHaveBeenCalledOnce()
  // What was refused is answered: the page comes back.
  queries.setQueryData(['gateway', 'asked'], 'answered')
  await waitFor(() =>
    expect(screen.queryByRole('heading', { name: title })).toBeNull(),
  )
  take()
})

test('who is no member of the open safe is told so', async () => {
  open(403, { search: `?safe=local1:${alice}` })
  expect(
    await screen.findByRole('heading', {
      name: 'Only members can see this safe.',
    }),
  ).toBeVisible()
})
