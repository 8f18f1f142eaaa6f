import { getLiveness } from '@covault/api'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import {
  cleanup,
  fireEvent,
  render,
  screen,
  waitFor,
} from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { appConfigQuery } from '../../queries/appConfig.js'
import { ScanLink } from './ScanLink.js'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'featurePolicy')
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

/** The documents of all pages but one forbid the camera. */
function forbidCamera(): void {
  Object.assign(document, { featurePolicy: { allowsFeature: () => false } })
}

function open({ isGatewayThere }: { isGatewayThere: boolean }): void {
  vi.stubGlobal('fetch', async (asked: unknown) => {
    expect(String(asked)).toContain(getLiveness.path)
    if (isGatewayThere) return Response.json({ status: 'OK' })
    throw new TypeError('Failed to fetch')
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: ScanLink }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  const config = { version: '1', chains: [], walletConnect: null, demo: null }
  queries.setQueryData(appConfigQuery.queryKey, config)
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

test('scanning stays on the page where the camera is allowed', async () => {
  open({ isGatewayThere: false })
  expect(await screen.findByRole('link', { name: 'Scan' })).toBeVisible()
})

test('a page that nobody would serve is not loaded, and the way round is said', async () => {
  forbidCamera()
  open({ isGatewayThere: false })
  expect(
    await screen.findByText(/^The camera needs a page that the gateway serves/),
  ).toBeVisible()
  const scan = screen.getByRole('button', { name: 'Scan' })
  expect(scan).toBeDisabled()
  expect(scan).toHaveAccessibleDescription(/Open a file or paste a link/)
})

test('a gateway that went away since is found out before the page is left', async () => {
  forbidCamera()
  open({ isGatewayThere: true })
  const scan = await screen.findByRole('button', { name: 'Scan' })
  await waitFor(() => expect(scan).toBeEnabled())
  expect(screen.queryByText(/^The camera needs/)).toBeNull()
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  fireEvent.click(scan)
  expect(await screen.findByText(/^The camera needs/)).toBeVisible()
})

test('the copy of a release is loaded without any server', async () => {
  forbidCamera()
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { controller: {} },
  })
  open({ isGatewayThere: false })
  expect(await screen.findByRole('link', { name: 'Scan' })).toBeVisible()
})
