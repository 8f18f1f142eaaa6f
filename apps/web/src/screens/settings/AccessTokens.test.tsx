import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { appConfigQuery } from '../../queries/appConfig.js'
import { ownedSafesQuery } from '../../queries/owners.js'
import { accountQuery } from '../../wallet/account.js'
import { AccessTokens } from './AccessTokens.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const safe = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const kept = {
  id: 'a3bb189e-8bf9-4888-9912-ace4e6543002',
  name: 'Accounting',
  scope: 'propose',
  safes: [{ chainId: '31337', address: safe }],
  created: Date.UTC(2026, 10, 17),
  lastUsed: null,
}

afterEach(() => vi.unstubAllGlobals())

/** Answers as a gateway does, and keeps what it was asked. */
function open(state: { offered: boolean; tokens: object[] | null }) {
  const asked: { method: string; url: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, options: RequestInit = {}) => {
    const { method = 'GET', body } = options
    asked.push({
      method,
      url: String(url),
      body: body && JSON.parse(`${body}`),
    })
    if (method === 'DELETE') {
      state.tokens = []
      return new Response(null, { status: 200 })
    }
    const made = { ...kept, name: 'A bot', token: 'shown-once' }
    return method === 'POST'
      ? Response.json(made, { status: 201 })
      : Response.json(state)
  })
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false } },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '1',
    chains: [],
    walletConnect: null,
    demo: null,
  })
  queries.setQueryData(accountQuery.queryKey, alice)
  queries.setQueryData(ownedSafesQuery(alice).queryKey, [
    { chainId: 31337, address: safe },
  ])
  const router = createRouter({
    routeTree: createRootRoute({ component: AccessTokens }),
    history: createMemoryHistory(),
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return asked
}

test('an open gateway offers no tokens', async () => {
  const asked = open({ offered: false, tokens: null })
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(screen.queryByText('Access tokens')).toBeNull()
})

test('a token is made for chosen safes, shown once, listed and revoked', async () => {
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= () => undefined
  const asked = open({ offered: true, tokens: [kept] })
  expect(await screen.findByText('Accounting')).toBeVisible()
  expect(screen.getByText(/^Reads and proposes in/)).toHaveTextContent(
    'never used.',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Create access token' }))
  fireEvent.change(await screen.findByLabelText('Name'), {
    target: { value: 'A bot' },
  })
  for (const submit of screen
    .getAllByRole('button', { name: 'Create access token', hidden: true })
    .filter((button) => button.closest('dialog')))
    fireEvent.click(submit)
  expect(await screen.findByText('shown-once')).toBeInTheDocument()
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'A bot',
    scope: 'read',
    safes: [{ chainId: '31337', address: safe }],
  })
  fireEvent.click(
    screen.getByRole('button', { name: 'Revoke Accounting', hidden: true }),
  )
  await waitFor(() => expect(screen.queryByText('Accounting')).toBeNull())
  expect(
    asked.some(({ url }) => url.endsWith(`/v1/auth/tokens/${kept.id}`)),
  ).toBe(true)
})
