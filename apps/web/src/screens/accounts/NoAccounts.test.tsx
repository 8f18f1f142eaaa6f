import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { NoAccounts } from './NoAccounts.js'

afterEach(() => {
  cleanup()
  document.head.replaceChildren()
})

function open() {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <NoAccounts chains={[]} /> }),
    history: createMemoryHistory(),
  })
  render(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
}

test('leads from a folder without networks to where one is added', async () => {
  const link = document.createElement('link')
  link.id = 'app-config'
  link.setAttribute('href', '/chains.json')
  document.head.append(link)
  open()
  const door = await screen.findByRole('link', { name: 'Add a network' })
  expect(door).toHaveAttribute('href', '/settings/environment')
  expect(screen.queryByText(/covault\.config\.json/)).toBeNull()
})

test('names the configuration of a gateway without networks', async () => {
  open()
  expect(await screen.findByText(/covault\.config\.json/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Add a network' })).toBeNull()
})
