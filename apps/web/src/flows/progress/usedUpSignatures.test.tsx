import type { AppConfig } from '@covault/api'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { localTransactions, nameLocal } from '../../preferences/localQueue.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { keptTransaction } from '../../testing/keptTransaction.js'
import { safeQuery } from '../../trust/safe.js'
import { KeptSignatures } from './KeptSignatures.js'

test('a signature whose nonce is used asks for nothing', async () => {
  const chain: AppConfig['chains'][number] = {
    ...{ chainId: 31337, name: 'Local 1', shortName: 'local1' },
    // Nobody listens there.
    ...{ rpcUrl: 'http://127.0.0.1:9', testnet: true, local: true },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  const name = nameLocal(keptTransaction, keptTransaction.safeTxHash)
  await localTransactions.write(name, {
    ...keptTransaction,
    ...{ failedAt: 2, refusal: 'The nonce is used.' },
  })
  const queries = new QueryClient()
  queries.setQueryData(appConfigQuery.queryKey, {
    ...{ version: '1', chains: [chain], walletConnect: null, demo: null },
  })
  const tellNonce = (nonce: bigint) =>
    queries.setQueryData(safeQuery(chain, keptTransaction.safe).queryKey, {
      status: 'safe',
      safe: { nonce },
    } as never)
  tellNonce(1n)
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <KeptSignatures isShown={() => true} />,
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
  expect(await screen.findByRole('button', { name: 'Resubmit' })).toBeVisible()
  act(() => void tellNonce(2n))
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Resubmit' })).toBeNull(),
  )
  await localTransactions.remove(name)
})
