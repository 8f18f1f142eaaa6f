import type { AppConfig } from '@covault/api'
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
import { detailLocal, summariseLocal } from '../../queries/localSignables.js'
import {
  executedAtQuery,
  transactionQuery,
} from '../../queries/transactions.js'
import { fromBlock } from '../../testing/provenance.js'
import { contractsQuery } from '../../trust/contracts.js'
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

beforeEach(async () => {
  // Neither gateway nor network answers.
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await localTransactions.write(name, local)
})

afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await localTransactions.remove(name)
})

/** Undefined: nobody tells what took the nonce. */
function show(
  executed?: LocalTransaction,
  txStatus: 'SUCCESS' | 'FAILED' = 'SUCCESS',
): void {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false },
    },
  })
  const safe = { chainId: 31337, address } as const
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '1',
    chains: [chain],
    walletConnect: null,
    demo: null,
  })
  queries.setQueryData(contractsQuery(chain, [to]).queryKey, [
    {
      ...{ address: to, codeHash: null, kind: undefined, token: undefined },
      ...{ ownerSet: undefined, provenance: fromBlock(1n) },
    },
  ])
  if (executed) {
    queries.setQueryData(
      executedAtQuery({ ...safe, nonce: 2n }).queryKey,
      [executed].map((one) => ({ ...summariseLocal(one, 2), txStatus })),
    )
    queries.setQueryData(
      transactionQuery({ ...safe, id: local.safeTxHash }).queryKey,
      detailLocal(local),
    )
  }
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
}

test('says replaced where another transaction took the nonce', async () => {
  show(pay(5n))
  expect(await screen.findByText('Nonce 2: replaced')).toBeVisible()
})

test('says executed where the transaction itself did', async () => {
  show(local)
  expect(await screen.findByText('Nonce 2: executed')).toBeVisible()
  expect(await screen.findByText(/^Sent 1\.?0* ETH to 0x3C44/)).toBeVisible()
})

test('does not say of what failed that it was sent', async () => {
  show(local, 'FAILED')
  expect(await screen.findByText('Nonce 2: failed')).toBeVisible()
  expect(await screen.findByText(/^Tried to send 1\.?0* ETH to/)).toBeVisible()
})

test('claims nothing where neither gateway nor network answers', async () => {
  show()
  expect(await screen.findByText(/Can’t tell whether/)).toBeVisible()
  expect(screen.queryByText(/replaced/)).toBeNull()
})

test('says what each does, and leads to its page', async () => {
  show()
  expect(await screen.findByText(/^Send 1\.?0* ETH to 0x3C44/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute(
    'href',
    expect.stringContaining(local.safeTxHash),
  )
})
