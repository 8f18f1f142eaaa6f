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
import { afterEach, expect, test, vi } from 'vitest'
import { writeTransactionId } from '../../lib/transactionId.js'
import {
  type LocalTransaction,
  localTransactions,
  nameLocal,
} from '../../preferences/localQueue.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { summariseLocal, unsaid } from '../../queries/localSignables.js'
import { type Conflicting, conflictsQuery } from '../../queries/transactions.js'
import type { SafeState } from '../../trust/safe.js'
import { Conflicts } from './Conflicts.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const domain = { chainId: 31337, safe: address, version: '1.4.1' } as const
const chain: AppConfig['chains'][number] = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  // Nobody listens there: the bytes tell alone.
  rpcUrl: 'http://127.0.0.1:9',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}
const safe: SafeState = {
  ...{ address, owners: [], threshold: 2, nonce: 2n, version: '1.4.1' },
  ...{ known: true, singleton: zeroAddress, modules: [] },
  ...{ hasMoreModules: false, guard: null, fallbackHandler: null },
}
const transaction = buildSafeTransaction({
  ...{ domain, nonce: 2n },
  calls: [{ to, value: 10n ** 18n, data: '0x', operation: 0 }],
})
const local: LocalTransaction = {
  ...{ chainId: 31337, safe: address, isProposed: false, at: 1 },
  ...{ transaction, note: '', signatures: [] },
  safeTxHash: hashSafeTransaction(domain, transaction),
}
const name = nameLocal(local, local.safeTxHash)

const conflicts = conflictsQuery({
  chainId: 31337,
  address,
  nonce: 2n,
}).queryKey

afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await localTransactions.remove(name)
})

/** As it was told before. */
function show(told: Partial<Conflicting>): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        ...{ staleTime: Number.POSITIVE_INFINITY, retry: false },
        networkMode: 'always',
      },
    },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '1',
    chains: [chain],
    walletConnect: null,
    demo: null,
  })
  queries.setQueryData(conflicts, {
    waiting: [{ ...summariseLocal(local, unsaid), isOnlyHere: false, ...told }],
    isGatewayUnheard: false,
  })
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <Conflicts place={{ chain, address, safe }} nonce={2n} />
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
  return queries
}

test('one that only this browser has is named by what it does', async () => {
  await localTransactions.write(name, local)
  show({ isOnlyHere: true })
  expect(
    await screen.findByRole('link', { name: /^“Send 1\.?0* ETH to 0x3C44/ }),
  ).toBeVisible()
  expect(screen.getByText(/0 signatures, only in this browser/)).toBeVisible()
  expect(
    screen.getByText('Executing one cancels the other. Signing one does not.'),
  ).toBeVisible()
})

test('a rejection is named as one, and not like an order to reject', async () => {
  show({
    txInfo: {
      ...{ type: 'Custom', humanDescription: null, to: { value: address } },
      ...{ dataSize: 0, value: 0n, methodName: null, actionCount: null },
      isCancellation: true,
    } as never,
    note: 'Paid already',
  })
  const [one] = await screen.findAllByRole('listitem')
  expect(one).toHaveTextContent(
    /^A rejection of nonce 2 \(“Paid already”\), 0 signatures/,
  )
})

test('a gateway that lists nothing reports no conflict', async () => {
  const nothing = { count: 0, next: null, previous: null, results: [] }
  vi.stubGlobal('fetch', async () => Response.json(nothing))
  await localTransactions.write(name, local)
  const queries = show({})
  expect(await screen.findByText('reported by the gateway')).toBeVisible()
  await queries.refetchQueries({ queryKey: conflicts })
  await expect
    .poll(() => screen.queryByText('reported by the gateway'))
    .toBeNull()
  expect(screen.getByText(/only in this browser/)).toBeVisible()
})

test('beside one of this browser only the gateway’s own is marked', async () => {
  await localTransactions.write(name, local)
  const queries = show({})
  const here = { ...summariseLocal(local, unsaid), isOnlyHere: true }
  const reported = {
    ...{ ...summariseLocal(local, 2), isOnlyHere: false },
    id: writeTransactionId({
      safe: address,
      safeTxHash: `0x${'cd'.repeat(32)}`,
    }),
  }
  queries.setQueryData(conflicts, {
    ...{ waiting: [reported, here], isGatewayUnheard: false },
  })
  const [first, second] = await screen.findAllByRole('listitem')
  await expect
    .poll(() => first?.textContent)
    .toMatch(/0 of 2 signatures.*reported by the gateway$/)
  expect(second).toHaveTextContent(/only in this browser$/)
  expect(screen.getAllByText('reported by the gateway')).toHaveLength(1)
})

test('what the gateway listed stays its word when it is gone, and may not be all', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
  const { executionInfo } = summariseLocal(local, 2)
  const queries = show({ executionInfo })
  expect(await screen.findByText(/0 of 2 signatures/)).toBeVisible()
  expect(screen.queryByText(/^Can’t ask the gateway/)).toBeNull()
  await queries.refetchQueries({ queryKey: conflicts })
  expect(await screen.findByText(/^Can’t ask the gateway/)).toBeVisible()
  expect(screen.getByText(/0 of 2 signatures/)).toBeVisible()
  expect(screen.getByText('reported by the gateway')).toBeVisible()
})
