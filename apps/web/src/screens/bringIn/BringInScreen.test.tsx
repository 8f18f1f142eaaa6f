import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { appConfigQuery } from '../../queries/appConfig.js'
import { BringInScreen } from './BringInScreen.js'

function open(): void {
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
