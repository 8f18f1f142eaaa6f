import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { appConfigQuery } from '../../queries/appConfig.js'
import { accountQuery } from '../../wallet/account.js'
import { MailSettings } from './notifications/MailSettings.js'
import { Webhooks } from './notifications/Webhooks.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const place = { chainId: 31337, address } as const
const path = `/v1/chains/31337/safes/${address}/notices`
const parked = {
  id: 'a3bb189e-8bf9-4888-9912-ace4e6543002',
  form: 'events',
  origin: 'https://receiver.example',
  created: Date.UTC(2026, 10, 17),
  delivered: null,
  problem: 'The receiver answered with status 500.',
  parked: true,
} as const

beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= () => undefined
})
afterEach(() => vi.unstubAllGlobals())

/** Answers as a gateway does, and keeps what it was asked. */
function open(content: ReactNode) {
  const asked: { method: string; url: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, options: RequestInit = {}) => {
    const { method = 'GET', body } = options
    const { pathname } = new URL(String(url), 'http://localhost')
    asked.push({ method, url: pathname, body: body && JSON.parse(`${body}`) })
    if (pathname.endsWith('/receivers') && method === 'POST')
      return Response.json(
        { receiver: parked, secret: 'whsec_shown' },
        { status: 201 },
      )
    return new Response(null, { status: 200 })
  })
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false } },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '1',
    chains: [],
    walletConnect: null,
    demo: { safes: [{ ...place, name: 'Treasury' }] },
  })
  queries.setQueryData(accountQuery.queryKey, alice)
  const router = createRouter({
    routeTree: createRootRoute({ component: () => content }),
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

const press = (name: string) =>
  fireEvent.click(screen.getByRole('button', { name, hidden: true }))

test('a webhook is added with the safe’s name, and its secret is shown', async () => {
  const asked = open(<Webhooks place={place} receivers={[]} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Add webhook' }))
  fireEvent.change(await screen.findByLabelText('Address'), {
    target: { value: 'https://receiver.example/hook' },
  })
  for (const submit of screen
    .getAllByRole('button', { name: 'Add webhook', hidden: true })
    .filter((button) => button.closest('dialog')))
    fireEvent.click(submit)
  expect(await screen.findByText('whsec_shown')).toBeInTheDocument()
  expect(asked.find(({ method }) => method === 'POST')).toEqual({
    method: 'POST',
    url: `${path}/receivers`,
    body: {
      url: 'https://receiver.example/hook',
      form: 'events',
      amounts: false,
      label: 'Treasury',
    },
  })
})

test('a parked webhook says why, and can be resumed or removed', async () => {
  const asked = open(<Webhooks place={place} receivers={[parked]} />)
  expect(await screen.findByText(/^Stopped/)).toHaveTextContent('status 500')
  press('Resume receiver.example')
  press('Remove receiver.example')
  await waitFor(() =>
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `POST ${path}/receivers/${parked.id}/resume`,
      `DELETE ${path}/receivers/${parked.id}`,
    ]),
  )
})

test('an address waits for its code before anything can be chosen', async () => {
  const asked = open(
    <MailSettings
      place={place}
      isOffered
      email={{ address: 'a@b.example', confirmed: false }}
      choices={null}
    />,
  )
  fireEvent.change(await screen.findByLabelText('Code from the e-mail'), {
    target: { value: '12345678' },
  })
  expect(screen.queryByText('Send an e-mail when')).toBeNull()
  press('Confirm address')
  await waitFor(() =>
    expect(asked).toContainEqual({
      method: 'POST',
      url: '/v1/auth/email/confirm',
      body: { code: '12345678' },
    }),
  )
})

test('choices are saved for the safe, with reminders as a number', async () => {
  const asked = open(
    <MailSettings
      place={place}
      isOffered
      email={{ address: 'a@b.example', confirmed: true }}
      choices={null}
    />,
  )
  fireEvent.click(await screen.findByLabelText('A transaction was executed'))
  fireEvent.change(screen.getByLabelText('Reminder to sign after (days)'), {
    target: { value: '' },
  })
  press('Save')
  await waitFor(() =>
    expect(asked[0]).toMatchObject({
      url: `${path}/email`,
      body: {
        label: 'Treasury',
        needsSignature: true,
        executed: true,
        amounts: false,
        reminderDays: null,
      },
    }),
  )
})
