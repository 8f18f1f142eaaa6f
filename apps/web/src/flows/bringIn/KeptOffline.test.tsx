import { demoAccounts, signWithKey } from '@covault/devnet'
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
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  localMessages,
  localTransactions,
  nameLocal,
} from '../../preferences/localQueue.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { MessagesScreen } from '../../screens/messages/MessagesScreen.js'
import { QueueScreen } from '../../screens/queue/QueueScreen.js'
import { TransactionScreen } from '../../screens/transaction/TransactionScreen.js'
import { FlowDialog } from '../machine/FlowDialog.js'

const { alice, bob } = demoAccounts
const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const domain = { chainId: 31337, safe, version: '1.3.0' } as const
const transaction = buildSafeTransaction({
  domain,
  calls: [{ to: bob.address, value: 10n ** 17n, data: '0x', operation: 0 }],
  nonce: 7n,
})
const safeTxHash = hashSafeTransaction(domain, transaction)
const name = nameLocal(domain, safeTxHash)

beforeEach(async () => {
  const signature = await signWithKey(
    { ...domain, address: safe },
    { transaction, account: alice },
  )
  await localTransactions.write(name, {
    ...{ chainId: 31337, safe, isProposed: false, at: 1, note: '' },
    ...{ transaction, safeTxHash },
    signatures: [{ signer: alice.address, signature, at: 1 }],
  })
})

afterEach(async () => {
  cleanup()
  await localTransactions.remove(name)
})

/** Nobody listens at the only node. */
function open(path: string, Page: () => ReactNode) {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    ...{ version: '1', walletConnect: null, demo: null },
    chains: [
      {
        ...{ chainId: 31337, shortName: 'local1', name: 'Local 1' },
        rpcUrl: 'http://127.0.0.1:9',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        ...{ testnet: true, local: true },
      },
    ],
  })
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/$', component: Page }),
    ]),
    history: createMemoryHistory({
      initialEntries: [
        `${path}${path.includes('?') ? '&' : '?'}safe=local1:${safe}`,
      ],
    }),
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <Suspense>
          <RouterProvider router={router as never} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

const page = () => screen.findByRole('article', { name: 'Saved transaction' })

test.each([
  ['the page of a transaction', '/transactions/tx', TransactionScreen],
  ['sharing it', '/transactions/queue', () => <FlowDialog name="share" />],
  ['reviewing it', '/transactions/queue', () => <FlowDialog name="confirm" />],
])(
  'without a network %s shows what this browser has',
  async (_, path, Page) => {
    open(`${path}?id=multisig_${safe}_${safeTxHash}`, Page)
    expect(await page()).toBeVisible()
    expect(screen.getByText(/^Working without a network\./)).toBeVisible()
    expect(screen.getByText(/^Shown as this browser saved it\./)).toBeVisible()
    expect(
      screen.getByRole('heading', {
        name: /^Send 0\.10? ETH .*, at nonce 7\.$/,
      }),
    ).toBeVisible()
    expect(screen.getByText('owner not checked')).toBeVisible()
    expect(screen.getByText(/^1 signature, by/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Save file' })).toBeEnabled()
    expect(screen.getByRole('button', { name: 'Show QR code' })).toBeEnabled()
    expect(screen.getByRole('button', { name: 'Sign' })).toBeVisible()
  },
)

test('without a network a transaction that this browser lacks is not made up', async () => {
  open(`/transactions/tx?id=0x${'ab'.repeat(32)}`, TransactionScreen)
  expect(
    await screen.findByText('Can’t reach Local 1. Retrying…'),
  ).toBeVisible()
  expect(screen.getByText(/You can import a file or link/)).toBeVisible()
})

test('without a network the queue lists what this browser has, to open and share', async () => {
  open('/transactions/queue', QueueScreen)
  const link = await screen.findByRole('link', { name: /^Send 0\.10? ETH/ })
  expect(link.getAttribute('href')).toContain(`id=${safeTxHash}`)
  expect(
    screen.getByText('Nonce 7, 1 signature, owners not checked'),
  ).toBeVisible()
  expect(
    screen.getByText(/Owners, threshold and nonce couldn’t be read/),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Share' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Import' })).toBeVisible()
})

test('without a network and a copy the pages say what they wait for', async () => {
  await localTransactions.remove(name)
  open('/transactions/queue', QueueScreen)
  expect(
    await screen.findByText('Can’t reach Local 1. Retrying…'),
  ).toBeVisible()
})

test('without a network messages are listed as well', async () => {
  const messageHash = `0x${'cd'.repeat(32)}` as const
  const named = nameLocal(domain, messageHash)
  await localMessages.write(named, {
    ...{ chainId: 31337, safe, isProposed: false, at: 1, signatures: [] },
    ...{ content: 'We agree.', messageHash },
  })
  open('/transactions/messages', MessagesScreen)
  expect(
    await screen.findByText(/0 signatures, owners not checked/),
  ).toBeVisible()
  await localMessages.remove(named)
})
