import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import { latePart } from './latePart.js'

afterEach(cleanup)

test('says that a part can’t be loaded, keeps the page, and loads it when asked again', async () => {
  let isAway = true
  const Part = latePart(async () => {
    if (isAway)
      throw new TypeError('Failed to fetch dynamically imported module')
    return { default: ({ name }: { name: string }) => <p>Part of {name}</p> }
  })
  const { rerender } = render(<Page isOpen={false} />)
  function Page({ isOpen }: { isOpen: boolean }) {
    return (
      <MantineProvider>
        <h1>The page</h1>
        <Suspense>{isOpen && <Part name="Alice" />}</Suspense>
      </MantineProvider>
    )
  }
  rerender(<Page isOpen />)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Can’t load this part of the app.',
  )
  expect(screen.getByRole('heading', { name: 'The page' })).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Retry now' }))
  expect(screen.queryByText('Part of Alice')).toBeNull()
  isAway = false
  await expect
    .poll(() => screen.getByRole('button', { name: 'Retry now' }))
    .toBeEnabled()
  fireEvent.click(screen.getByRole('button', { name: 'Retry now' }))
  expect(await screen.findByText('Part of Alice')).toBeVisible()
})
