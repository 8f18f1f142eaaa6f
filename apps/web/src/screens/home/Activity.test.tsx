import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { OpenSafe } from '../../components/SafeGate.js'
import { fromBlock } from '../../testing/provenance.js'
import { standInFor } from '../../testing/standInFor.js'
import { Activity } from './Activity.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const open = {
  chain: { chainId: 31337, shortName: 'local1', name: 'Local 1' },
  address,
} as unknown as OpenSafe
const nothing = { count: 0, next: null, previous: null, results: [] }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function show(): Promise<void> {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Activity open={open} /> }),
    history: createMemoryHistory(),
  })
  await router.load()
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

test('a safe of which the gateway knows nothing has no activity', async () => {
  vi.stubGlobal('fetch', async () => Response.json(nothing))
  await show()
  expect(await screen.findByText('No activity yet.')).toBeVisible()
})

test('says of the latest blocks alone that they hold no activity', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
  const provenance = fromBlock(9n)
  const past = { fromBlock: 1n, toBlock: 9n, hasMore: false, provenance }
  standInFor(async () => ({ ...nothing, past }))
  await show()
  expect(
    await screen.findByText(
      'No activity in the chain’s latest blocks. Earlier activity needs the gateway.',
    ),
  ).toBeVisible()
  expect(screen.getByText('read from the chain, blocks 1 to 9')).toBeVisible()
  expect(screen.queryByText('No activity yet.')).toBeNull()
})
