import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import { appConfigQuery } from '../../queries/appConfig.js'
import { BringInScreen } from './BringInScreen.js'

afterEach(cleanup)

function open() {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '1',
    chains: [],
    walletConnect: null,
    demo: null,
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: BringInScreen }),
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
  return router
}

test.each([
  ['', 'The field is empty.'],
  [
    'certainly no transaction',
    'This text has no transaction or message in it.',
  ],
  [
    'https://covault.example/transactions/tx?safe=eth:0x1',
    'This link has no transaction or message in it, or was cut off.',
  ],
])('says of “%s” what is wrong, and what can be pasted', async (text, flaw) => {
  open()
  const field = await screen.findByRole('textbox')
  fireEvent.change(field, { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Review' }))
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription(
    expect.stringContaining(`${flaw} Paste a link from Covault, localsafe`),
  )
  fireEvent.change(field, { target: { value: `${text}.` } })
  expect(field).toBeValid()
})

test('Cancel gets rid of what was opened, also for Back', async () => {
  const { history } = open()
  const text = '{"format": "safe-transaction", "version": 1, "damaged'
  fireEvent.change(await screen.findByRole('textbox'), {
    target: { value: text },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Review' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('textbox')).toHaveValue('')
  history.back()
  await expect.poll(() => history.location.pathname).toBe('/')
  await expect.poll(() => screen.queryByRole('textbox')).toBeVisible()
  expect(screen.queryByText('This can’t be read.')).toBeNull()
})
