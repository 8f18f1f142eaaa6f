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
import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { zeroAddress } from 'viem'
import { afterEach, expect, test } from 'vitest'
import {
  type LocalTransaction,
  localTransactions,
  nameLocal,
} from '../../preferences/localQueue.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { summariseLocal, unsaid } from '../../queries/localSignables.js'
import { conflictsQuery } from '../../queries/transactions.js'
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

afterEach(() => localTransactions.remove(name))

test('one that only this browser has is named by what it does', async () => {
  await localTransactions.write(name, local)
  const queries = new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false },
    },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '1',
    chains: [chain],
    walletConnect: null,
    demo: null,
  })
  queries.setQueryData(
    conflictsQuery({ chainId: 31337, address, nonce: 2n }).queryKey,
    { waiting: [summariseLocal(local, unsaid)], isGatewayUnheard: false },
  )
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
  expect(
    await screen.findByRole('link', { name: /^Send 1\.?0* ETH to 0x3C44/ }),
  ).toBeVisible()
  expect(screen.getByText(/0 signatures, only in this browser/)).toBeVisible()
})
