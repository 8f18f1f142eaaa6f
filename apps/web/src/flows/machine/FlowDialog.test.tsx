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
import { afterEach, expect, test } from 'vitest'
import { paths } from '../../lib/paths.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { type SafeReading, safeQuery } from '../../trust/safe.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { Progress } from '../progress/Progress.js'
import { FlowDialog } from './FlowDialog.js'

const address = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const safeTxHash = `0x${'ab'.repeat(32)}` as const
const chain = {
  ...{ chainId: 31337, shortName: 'local1', name: 'Local 1' },
  rpcUrl: 'http://127.0.0.1:9',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  ...{ testnet: true, local: true },
}
const place = {
  ...{ chain, address },
  safe: {
    ...{ address, version: '1.4.1', owners: [owner], threshold: 1 },
    ...{ nonce: 7n, singleton: owner, modules: [], hasMoreModules: false },
    ...{ guard: null, fallbackHandler: null, known: true },
  },
} as unknown as SafePlace

afterEach(cleanup)

function open(
  Page: () => ReactNode,
  history: ReturnType<typeof createMemoryHistory>,
) {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        ...{ staleTime: Number.POSITIVE_INFINITY, retry: false },
        networkMode: 'always',
      },
    },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    ...{ version: '1', chains: [chain], walletConnect: null, demo: null },
  })
  queries.setQueryData(safeQuery(chain, address).queryKey, {
    status: 'safe',
    provenance: {
      ...{ kind: 'chain', block: 5n },
      endpoint: { source: 'release', host: '127.0.0.1:9' },
    },
    safe: place.safe,
  } as SafeReading)
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/$', component: Page }),
    ]),
    history,
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
  return router
}

test('a reload of what has ended leads to its page, not to an empty form', async () => {
  const history = createMemoryHistory({
    initialEntries: [`/home?safe=local1:${address}&flow=send-tokens`],
  })
  const outcome = { kind: 'drafted', safeTxHash } as const
  open(
    () => <Progress {...{ place, outcome }} onClose={() => undefined} />,
    history,
  )
  expect(await screen.findByText('Draft saved')).toBeVisible()
  await expect
    .poll(() => history.location.state.ended)
    .toEqual({ of: 'transaction', hash: safeTxHash })
  expect(history.location.pathname).toBe(paths.home)
  cleanup()
  const router = open(() => <FlowDialog name="send-tokens" />, history)
  await expect
    .poll(() => router.state.location)
    .toMatchObject({
      pathname: paths.transaction,
      search: { safe: `local1:${address}`, id: safeTxHash },
    })
  expect(history.length).toBe(1)
})
