import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { usePortion } from './usePortion.js'

function Numbers({ count }: { count: number }) {
  const { shown, more } = usePortion(
    Array.from({ length: count }, (_, at) => at),
  )
  return (
    <MantineProvider>
      <ul>
        {shown.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      {more}
    </MantineProvider>
  )
}

test('a long list begins with its first hundred and goes on when asked', () => {
  render(<Numbers count={250} />)
  const count = () => screen.getAllByRole('listitem').length
  expect(count()).toBe(100)
  fireEvent.click(screen.getByRole('button', { name: 'Show 100 more of 250' }))
  expect(count()).toBe(200)
  fireEvent.click(screen.getByRole('button', { name: 'Show 50 more of 250' }))
  expect(count()).toBe(250)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a short list is whole', () => {
  render(<Numbers count={100} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(100)
  expect(screen.queryByRole('button')).toBeNull()
})
