import type { AppConfig } from '@covault/api'
import { demoAccounts } from '@covault/devnet'
import { buildSafeTransaction, hashSafeTransaction } from '@covault/protocol'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen, within } from '@testing-library/react'
import { Suspense } from 'react'
import { zeroAddress } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import {
  type LocalTransaction,
  localTransactions,
  nameLocal,
} from '../preferences/localQueue.js'
import { appConfigQuery } from '../queries/appConfig.js'
import { detailLocal, summariseLocal } from '../queries/localSignables.js'
import type { SafePlace } from '../understand/safe/safePlace.js'
import { TransactionDetails } from './transaction/TransactionDetails.js'
import { WaitingRow } from './WaitingRow.js'

const { alice, bob } = demoAccounts
const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const chain: AppConfig['chains'][number] = {
  ...{ chainId: 31337, shortName: 'local1', name: 'Local 1' },
  // Nobody listens there.
  rpcUrl: 'http://127.0.0.1:9',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  ...{ testnet: true, local: true },
}
const place: SafePlace = {
  ...{ chain, address },
  safe: {
    ...{ address, version: '1.4.1', owners: [alice.address], threshold: 1 },
    ...{ nonce: 3n, known: true, singleton: zeroAddress, modules: [] },
    ...{ hasMoreModules: false, guard: null, fallbackHandler: null },
  },
}
const domain = { chainId: 31337, safe: address, version: '1.4.1' } as const
const transaction = buildSafeTransaction({
  domain,
  calls: [
    { to: bob.address, value: 2n * 10n ** 18n, data: '0x', operation: 0 },
  ],
  nonce: 3n,
})
const local: LocalTransaction = {
  ...{ chainId: 31337, safe: address, transaction },
  safeTxHash: hashSafeTransaction(domain, transaction),
  ...{ isProposed: false, at: 1, note: '', signatures: [] },
}
const name = nameLocal(local, local.safeTxHash)

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  return localTransactions.remove(name)
})

/** A node that is there, and fails. */
async function fail(url: string, { body }: RequestInit): Promise<Response> {
  if (!url.startsWith(chain.rpcUrl)) throw new TypeError('Away.')
  const asked: unknown = JSON.parse(String(body))
  const toReply = ({ id }: { id: number }) => ({
    ...{ jsonrpc: '2.0', id },
    error: { code: -32_603, message: 'Internal error' },
  })
  return Response.json(
    Array.isArray(asked)
      ? asked.map(toReply)
      : toReply(asked as { id: number }),
  )
}

test.each([
  ['Without a network', undefined, 'Not checked: can’t reach Local 1'],
  ['At a node that fails', fail, 'Not checked'],
])(
  '%s row and details tell in the same words what only this browser has',
  async (_, fetch, words) => {
    if (fetch) vi.stubGlobal('fetch', fetch)
    await show()
    const details = within(await screen.findByRole('main'))
    const [sentence] = await details.findAllByText(
      (_, element) =>
        /^Send 2(\.00)? ETH to 0x/.test(element?.textContent ?? '') &&
        element?.tagName === 'P',
    )
    expect(sentence).toBeVisible()
    expect(details.getByText(/^Not checked/)).toHaveTextContent(`${words}. `)
    expect(details.getAllByText(bob.address)[0]).toBeVisible()
    const row = within(screen.getByTestId('row'))
    expect(await row.findByText(/^Send/)).toBeVisible()
    expect(row.getByText('ETH')).toBeVisible()
    expect(row.getByText(words)).toBeVisible()
    expect(row.queryByText('Checking…')).toBeNull()
  },
)

test('says that it is being checked while the node has not answered', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  await show()
  const row = within(await screen.findByTestId('row'))
  expect(row.getByText('Checking…')).toBeVisible()
})

/** In a list and by itself. */
async function show(): Promise<void> {
  await localTransactions.write(name, local)
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    ...{ version: '1', chains: [chain], walletConnect: null, demo: null },
  })
  const own = { account: null, sent: [], kept: [{ value: local }] }
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <>
          <ul data-testid="row">
            <WaitingRow
              place={place}
              transaction={summariseLocal(local, 1)}
              own={own}
            />
          </ul>
          <main>
            <TransactionDetails place={place} details={detailLocal(local)} />
          </main>
        </>
      ),
    }),
    history: createMemoryHistory(),
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
