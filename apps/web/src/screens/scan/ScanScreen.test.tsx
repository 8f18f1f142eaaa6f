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
import { expect, test, vi } from 'vitest'
import { readAppSearch } from '../../lib/searchText.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { ScanScreen } from './ScanScreen.js'

test('asks nobody without a camera to hold something in front of it', async () => {
  const flaw = Object.assign(new Error('None.'), { name: 'NotFoundError' })
  const mediaDevices = { getUserMedia: () => Promise.reject(flaw) }
  vi.stubGlobal('navigator', { mediaDevices })
  const queries = new QueryClient()
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '0.1.0',
    chains: [],
    walletConnect: null,
    demo: null,
  })
  const root = createRootRoute({
    validateSearch: readAppSearch,
    component: () => (
      <Suspense>
        <ScanScreen />
      </Suspense>
    ),
  })
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  expect(await screen.findByText(/^This device has no camera\./)).toBeVisible()
  expect(screen.queryByText(/^Hold the QR code/)).toBeNull()
  vi.unstubAllGlobals()
})
