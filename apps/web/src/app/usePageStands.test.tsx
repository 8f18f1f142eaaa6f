import { GatewayReplyError } from '@covault/api'
import {
  QueryClient,
  QueryClientProvider,
  useQuery,
} from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { usePageStands } from './usePageStands.js'

/** One question is answered with a status, another is not answered. */
function open(status: number) {
  const Page = () => {
    useQuery({
      queryKey: ['refused'],
      queryFn: () => {
        throw new GatewayReplyError({ status, statusText: '' })
      },
    })
    useQuery({ queryKey: ['waits'], queryFn: () => new Promise(() => {}) })
    return <p>{usePageStands() ? 'stands' : 'waits'}</p>
  }
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false } },
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

test('a page that asks for something does not stand yet', async () => {
  open(500)
  expect(await screen.findByText('waits')).toBeVisible()
  await expect(
    screen.findByText('stands', {}, { timeout: 500 }),
  ).rejects.toThrow()
})

test('anyone who is refused does not wait for the rest', async () => {
  open(401)
  expect(
    await screen.findByText('stands', {}, { timeout: 1_000 }),
  ).toBeVisible()
})
