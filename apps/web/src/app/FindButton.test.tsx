import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Toasts } from '../ui/Toasts.js'
import { FindButton } from './FindButton.js'

// As a browser fails where nobody serves the file.
vi.mock('./CommandPalette.js', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

afterEach(cleanup)

test('a search that can’t be loaded says so, and the page stays', async () => {
  render(
    <MantineProvider>
      <FindButton />
      <p>The page</p>
      <Toasts />
    </MantineProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  expect(
    await screen.findByText(/^Can’t load the search\. Check your connection/),
  ).toBeVisible()
  expect(screen.getByText('The page')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Search' })).toBeVisible()
})
