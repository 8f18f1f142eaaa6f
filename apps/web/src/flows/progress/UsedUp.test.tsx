import { type AppConfig, getTransaction } from '@covault/api'
import { buildSafeTransaction, hashSafeTransaction } from '@covault/protocol'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { zeroAddress } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type LocalTransaction,
  localTransactions,
  nameLocal,
} from '../../preferences/localQueue.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { livenessQuery } from '../../queries/health.js'
import { detailLocal, summariseLocal } from '../../queries/localSignables.js'
import { standInFor } from '../../testing/standInFor.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { UsedUp } from './UsedUp.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const domain = { chainId: 31337, safe: address, version: '1.4.1' } as const
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
const place: SafePlace = {
  chain,
  address,
  safe: {
    ...{ address, owners: [], threshold: 2, nonce: 3n, version: '1.4.1' },
    ...{ known: true, singleton: zeroAddress, modules: [] },
    ...{ hasMoreModules: false, guard: null, fallbackHandler: null },
  },
}

function pay(value: bigint): LocalTransaction {
  const transaction = buildSafeTransaction({
    ...{ domain, nonce: 2n },
    calls: [{ to, value, data: '0x', operation: 0 }],
  })
  return {
    ...{ chainId: 31337, safe: address, isProposed: false, at: 1 },
    ...{ transaction, note: '', signatures: [] },
    safeTxHash: hashSafeTransaction(domain, transaction),
  }
}

const local = pay(10n ** 18n)
const name = nameLocal(local, local.safeTxHash)

beforeEach(() => localTransactions.write(name, local))

afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await localTransactions.remove(name)
})

/** The gateway lists it as what took the nonce; it knows no other. */
function answer(
  executed: LocalTransaction,
  txStatus: 'SUCCESS' | 'FAILED' = 'SUCCESS',
): void {
  const transaction = {
    ...summariseLocal(executed, 2),
    ...{ executionInfo: null, txStatus },
  }
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/multisig-transactions/')
      ? Response.json({
          ...{ count: 1, next: null, previous: null },
          results: [{ type: 'TRANSACTION', conflictType: 'None', transaction }],
        })
      : Response.json({ code: 404, message: 'No.' }, { status: 404 }),
  )
}

/** Neither gateway nor network answers. */
function goAway(): void {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
}

function show(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '1',
    chains: [chain],
    walletConnect: null,
    demo: null,
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <UsedUp place={place} /> }),
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
  return queries
}

test('says replaced where another transaction took the nonce', async () => {
  answer(pay(5n))
  show()
  expect(await screen.findByText('Nonce 2: replaced')).toBeVisible()
})

test('says executed where the transaction itself did', async () => {
  answer(local)
  show()
  expect(await screen.findByText('Nonce 2: executed')).toBeVisible()
  expect(screen.getByText('Reported by the gateway')).toBeVisible()
  expect(await screen.findByText(/^Sent 1\.?0* ETH to 0x3C44/)).toBeVisible()
})

test('does not say of what failed that it was sent', async () => {
  answer(local, 'FAILED')
  show()
  expect(await screen.findByText('Nonce 2: failed')).toBeVisible()
  expect(await screen.findByText(/^Tried to send 1\.?0* ETH to/)).toBeVisible()
})

test('claims nothing where neither gateway nor network answers', async () => {
  goAway()
  show()
  expect(await screen.findByText(/Can’t tell whether/)).toBeVisible()
  expect(screen.queryByText(/replaced/)).toBeNull()
})

test('says what each does, and leads to its page', async () => {
  goAway()
  show()
  expect(await screen.findByText(/^Send 1\.?0* ETH to 0x3C44/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute(
    'href',
    expect.stringContaining(local.safeTxHash),
  )
})

test('what the chain says while the gateway is away is not the gateway’s word', async () => {
  goAway()
  const past = { ...detailLocal(local), executedAt: 5, txStatus: 'SUCCESS' }
  standInFor(async ({ endpoint }) =>
    endpoint === getTransaction ? past : undefined,
  )
  const queries = show()
  await queries.prefetchQuery(livenessQuery)
  expect(await screen.findByText('Nonce 2: executed')).toBeVisible()
  await expect
    .poll(() => screen.queryByText('Reported by the gateway'))
    .toBeNull()
})
