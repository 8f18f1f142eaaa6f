import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { appConfigQuery } from '../../queries/appConfig.js'
import { livenessQuery } from '../../queries/health.js'
import { headQuery } from '../../trust/head.js'

vi.mock('../../hooks/scope.js', () => ({ useSafeScope: () => undefined }))

// Another file of the same worker may have loaded it before, without the mock.
vi.resetModules()
const { GatewayBanner } = await import('./GatewayBanner.js')

const chains = [31337, 31338].map((chainId) => ({
  ...{ chainId, name: `Local ${chainId - 31336}` },
  // Nobody listens there.
  rpcUrl: 'http://127.0.0.1:9',
})) as never[]

test('on a page without a safe says that the chain is read only while a network answers', async () => {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        ...{ retry: false, staleTime: Number.POSITIVE_INFINITY },
        networkMode: 'always',
      },
    },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    ...{ version: '1', chains, walletConnect: null, demo: null },
  })
  const keys = chains.map((chain) => headQuery(chain).queryKey)
  const source = 'release'
  for (const queryKey of keys)
    queries.setQueryData(queryKey, {
      ...{ number: 7n, hash: '0xaa', latency: 1, source },
    })
  await queries.prefetchQuery({
    ...livenessQuery,
    ...{ staleTime: 0, queryFn: () => Promise.reject(new Error('Away.')) },
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <Suspense>
          <GatewayBanner />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  )
  const banner = await screen.findByRole('alert')
  expect(banner).toHaveTextContent('recent history are read from the chain')
  await queries.refetchQueries({ queryKey: keys[0] ?? [] })
  expect(banner).toHaveTextContent('recent history are read from the chain')
  await queries.refetchQueries({ queryKey: keys[1] ?? [] })
  await expect
    .poll(() => banner.textContent)
    .toContain('New signatures are kept in this browser until the gateway')
  expect(banner).not.toHaveTextContent('read from the chain')
})
