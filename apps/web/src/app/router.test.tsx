import type { AppConfig } from '@covault/api'
import { RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { appConfigQuery } from '../queries/appConfig.js'
import { createQueryClient, Providers } from './providers.js'
import { createAppRouter } from './router.js'

const config: AppConfig = {
  version: '0.1.0',
  chains: [],
  walletConnect: null,
  demo: null,
}

afterEach(() => vi.unstubAllGlobals())

test('the root leads to the accounts', async () => {
  open('/', { config })
  await screen.findByRole('heading', { level: 1, name: 'Accounts' })
  expect(window.location.pathname).toBe('/welcome/accounts')
  expect(document.title).toBe('Accounts · Covault')
  expect(screen.getByRole('link', { name: 'Accounts' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('an unknown address is a page of its own with a way out', async () => {
  open('/nowhere', { config })
  await screen.findByRole('heading', { level: 1, name: 'Not found' })
  expect(document.title).toBe('Not found · Covault')
  expect(screen.getByRole('link', { name: 'Go to accounts' })).toHaveAttribute(
    'href',
    '/welcome/accounts',
  )
})

test('asks whoever serves the page for its configuration', async () => {
  serve(config)
  open('/welcome/accounts')
  await screen.findByRole('heading', { level: 1, name: 'Accounts' })
})

test('a configuration in another shape is said to be unusable', async () => {
  serve({ chains: 'none' })
  open('/welcome/accounts')
  await screen.findByText('Can’t show this page.')
})

function serve(content: unknown): void {
  vi.stubGlobal('fetch', async (url: string) =>
    url === `${window.location.origin}/app-config`
      ? Response.json(content)
      : Response.error(),
  )
}

function open(path: string, given: { config?: AppConfig } = {}): void {
  window.history.replaceState(null, '', path)
  const queries = createQueryClient()
  if (given.config) queries.setQueryData(appConfigQuery.queryKey, given.config)
  render(
    <Providers queries={queries}>
      <RouterProvider router={createAppRouter()} />
    </Providers>,
  )
}
