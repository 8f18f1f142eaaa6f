import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen, within } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { paths } from '../../lib/paths.js'
import type { LocalMessage } from '../../preferences/localQueue.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { hashSignable } from '../../trust/hashSignable.js'
import { type SafeReading, safeQuery } from '../../trust/safe.js'
import { accountQuery } from '../../wallet/account.js'

const address = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const chain = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  // Nobody listens there.
  rpcUrl: 'http://127.0.0.1:9',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}
const reading: SafeReading = {
  status: 'safe',
  provenance: {
    ...{ kind: 'chain', block: 5n },
    endpoint: { source: 'release', host: '127.0.0.1:9' },
  },
  safe: {
    ...{ address, version: '1.4.1', owners: [alice, bob], threshold: 2 },
    ...{ nonce: 1n, singleton: address, modules: [], hasMoreModules: false },
    ...{ guard: null, fallbackHandler: null, known: true },
  },
}
const nothing = { count: 0, next: null, previous: null, results: [] }

const local: LocalMessage = {
  ...{ chainId: 31337, safe: address, isProposed: false, at: 1 },
  ...{ content: 'We agree.', signatures: [] },
  messageHash: hashSignable({
    kind: 'message',
    domain: { chainId: 31337, safe: address, version: '1.4.1' },
    message: 'We agree.',
  }),
}

/** Where the page that is loaded next finds it. */
async function keepHere(): Promise<void> {
  const { localMessages, nameLocal } = await import(
    '../../preferences/localQueue.js'
  )
  const name = nameLocal(local, local.messageHash)
  await localMessages.write(name, local)
  onTestFinished(() => localMessages.remove(name))
}

beforeEach(() => vi.resetModules())

afterEach(() => {
  cleanup()
  document.querySelector('link#app-config')?.remove()
  vi.unstubAllGlobals()
})

function answer(): void {
  vi.stubGlobal('fetch', async () => Response.json(nothing))
}

function goAway(): void {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
}

/** Whether there is a gateway is settled when the page is loaded. */
async function show({ account = null as typeof bob | null } = {}) {
  const { MessagesScreen } = await import('./MessagesScreen.js')
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        ...{ retry: false, networkMode: 'always' },
        staleTime: Number.POSITIVE_INFINITY,
      },
    },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '1',
    chains: [chain],
    walletConnect: null,
    demo: null,
  })
  queries.setQueryData(safeQuery(chain, address).queryKey, reading)
  queries.setQueryData(accountQuery.queryKey, account)
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({
        getParentRoute: () => root,
        path: '/$',
        component: MessagesScreen,
      }),
    ]),
    history: createMemoryHistory({
      initialEntries: [`/transactions/messages?safe=local1:${address}`],
    }),
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <Suspense>
          <RouterProvider router={router as never} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return queries
}

test('says what appears here where the gateway has no messages', async () => {
  answer()
  await show()
  expect(await screen.findByText('No messages yet.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Import' })).toHaveAttribute(
    'href',
    expect.stringContaining(`${paths.bringIn}?safe=`),
  )
  expect(
    screen.getByText(/^Texts and typed data \(EIP-712\) that the owners/),
  ).toBeVisible()
  expect(screen.getByText('Reported by the gateway')).toBeVisible()
})

test('claims an empty list for this browser alone once the gateway is away', async () => {
  answer()
  const queries = await show()
  expect(await screen.findByText('No messages yet.')).toBeVisible()
  goAway()
  const { livenessQuery } = await import('../../queries/health.js')
  await queries.prefetchQuery({ ...livenessQuery, staleTime: 0 })
  expect(await screen.findByText('No messages in this browser.')).toBeVisible()
  expect(screen.getByText(/may list more\./)).toBeVisible()
  expect(screen.queryByText('No messages yet.')).toBeNull()
})

test('without a gateway says whom to ask for messages', async () => {
  const link = document.createElement('link')
  link.id = 'app-config'
  link.setAttribute('href', '/chains.json')
  document.head.append(link)
  goAway()
  const { provideStandIn } = await import('../../queries/gateway.js')
  provideStandIn(async () => nothing)
  await show()
  expect(await screen.findByText('No messages in this browser.')).toBeVisible()
  expect(
    screen.getByText(/^Only messages that this browser has\./),
  ).toBeVisible()
  expect(screen.queryByText('Reported by the gateway')).toBeNull()
})

test('a message of this browser says how many signatures it needs, and asks an owner', async () => {
  await keepHere()
  answer()
  await show({ account: bob })
  const row = (await screen.findByText('We agree.')).closest('li')
  if (!row) throw new Error('It is in no list.')
  expect(within(row).getByText('0 of 2')).toBeVisible()
  expect(within(row).getByText('only in this browser')).toBeVisible()
  expect(within(row).getByRole('link', { name: 'Sign' })).toBeVisible()
})

test('whoever can’t sign a message of this browser can share it', async () => {
  await keepHere()
  answer()
  await show()
  expect(await screen.findByText('We agree.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Share' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Sign' })).toBeNull()
})
