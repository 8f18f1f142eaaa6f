import type { AppConfig } from '@covault/api'
import { demoAccounts } from '@covault/devnet'
import { buildSafeTransaction, hashSafeTransaction } from '@covault/protocol'
import { readPasted } from '@covault/protocol/envelope'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '../../lib/paths.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { Review } from './Review.js'

const { alice, bob } = demoAccounts
const address = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const chain: AppConfig['chains'][number] = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  // Nobody listens there.
  rpcUrl: 'http://127.0.0.1:9',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}
const place = {
  ...{ chain, address },
  safe: { address, version: '1.4.1', owners: [alice.address], nonce: 1n },
} as unknown as SafePlace
const domain = { chainId: 31337, safe: address, version: '1.4.1' } as const
const transaction = buildSafeTransaction({
  domain,
  calls: [{ to: bob.address, value: 1n, data: '0x', operation: 0 }],
  nonce: 1n,
})

test('a review that no network answers for leads to the one that needs none', async () => {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '1',
    chains: [chain],
    walletConnect: null,
    demo: null,
  })
  const root = createRootRoute()
  const Page = () => (
    <Review
      place={place}
      transaction={transaction}
      proposal={undefined}
      nonce={undefined}
      note=""
      onNote={() => undefined}
      onBack={() => undefined}
      onDone={() => undefined}
    />
  )
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/$', component: Page }),
    ]),
    history: createMemoryHistory({
      initialEntries: [`/transactions/queue?safe=local1:${address}`],
    }),
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Can’t read this transaction:',
  )
  fireEvent.click(
    screen.getByRole('button', { name: 'Review without the network' }),
  )
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(paths.bringIn),
  )
  const { brought = [] } = router.state.location.state
  const [one] = await readPasted(brought[0]?.text ?? '')
  if (one?.kind !== 'transaction') throw new Error('It is no transaction.')
  expect(hashSafeTransaction(domain, one.transaction)).toBe(
    hashSafeTransaction(domain, transaction),
  )
})
