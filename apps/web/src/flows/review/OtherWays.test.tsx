import type { AppConfig } from '@covault/api'
import { demoAccounts } from '@covault/devnet'
import { buildSafeTransaction, hashSafeTransaction } from '@covault/protocol'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type SafeReading, safeQuery } from '../../trust/safe.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { connectionQuery } from '../../wallet/connection.js'
import { OtherWays } from './OtherWays.js'

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
const reading = {
  status: 'safe',
  provenance: {
    kind: 'chain',
    block: 5n,
    endpoint: { source: 'release', host: '127.0.0.1:9' },
  },
  safe: { address, version: '1.4.1', owners: [alice.address], nonce: 1n },
} as unknown as Extract<SafeReading, { status: 'safe' }>
const place: SafePlace = { chain, address, safe: reading.safe }
const domain = { chainId: 31337, safe: address, version: '1.4.1' } as const
const transaction = buildSafeTransaction({
  domain,
  calls: [{ to: bob.address, value: 1n, data: '0x', operation: 0 }],
  nonce: 1n,
})
const keptHere =
  'Sharing adds it to the queue in this browser only. The other owners get what you send them.'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** To an owner who has not signed in. */
function open(): void {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  queries.setQueryData(safeQuery(chain, address).queryKey, reading)
  queries.setQueryData(connectionQuery.queryKey, {
    status: 'connected',
    account: alice.address,
    chainId: 31337,
    walletName: 'Demo accounts',
  })
  const root = createRootRoute()
  const Page = () => (
    <OtherWays
      place={place}
      signable={{ kind: 'transaction', domain, transaction }}
      hash={hashSafeTransaction(domain, transaction)}
      proposal={undefined}
      check={undefined}
      nonce={undefined}
      note=""
      nameOf={() => undefined}
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
}

test('a draft is offered where a gateway keeps it, and sharing says what it keeps here', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ status: 'OK' }))
  open()
  expect(
    await screen.findByRole('button', { name: 'Sign in to save as draft' }),
  ).toBeVisible()
  expect(screen.getByText(keptHere)).toBeVisible()
})

test('while the gateway does not answer, the draft stays and says what it waits for', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
  open()
  expect(
    await screen.findByText(
      'The gateway stores drafts and can’t be reached. Wait until it answers, or share this transaction instead.',
    ),
  ).toBeVisible()
  expect(
    screen.getByRole('button', { name: 'Sign in to save as draft' }),
  ).toBeDisabled()
  expect(screen.getByText(keptHere)).toBeVisible()
})
