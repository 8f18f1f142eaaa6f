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
import { fromBlock } from '../../testing/provenance.js'
import { contractsQuery } from '../../trust/contracts.js'
import { nonceQuery } from '../../understand/safe/nonce.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { NewReview } from './NewReview.js'

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
    ...{ address, owners: [], threshold: 2, nonce: 9n, version: '1.4.1' },
    ...{ known: true, singleton: zeroAddress, modules: [] },
    ...{ hasMoreModules: false, guard: null, fallbackHandler: null },
  },
}
const call = { to, value: 1n, data: '0x', operation: 0 } as const
const taken = buildSafeTransaction({ domain, calls: [call], nonce: 9n })
const safeTxHash = hashSafeTransaction(domain, taken)
const local = {
  ...{ chainId: 31337, safe: address, isProposed: false, at: 1 },
  ...{ transaction: taken, safeTxHash, note: '', signatures: [] },
} satisfies LocalTransaction
const name = nameLocal(local, safeTxHash)

beforeEach(() => {
  // No gateway answers: what waits is what this browser has.
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
})

afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await localTransactions.remove(name)
})

test('recommends no nonce that was free at an earlier review', async () => {
  await localTransactions.write(name, local)
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
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
  const asked = { chainId: 31337, address, current: 9n } as const
  queries.setQueryData(nonceQuery(asked).queryKey, {
    ...{ nonce: 9n, isQueueKnown: true, queued: [] },
  })
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <NewReview
          place={place}
          calls={[call]}
          nonceText={undefined}
          batchAs={undefined}
          note=""
          onNote={() => undefined}
          onBack={() => undefined}
          onDone={() => undefined}
          onUseInstead={undefined}
          names={[]}
        />
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
  expect(await screen.findByText('10, recommended')).toBeVisible()
})
