import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Address } from './Address.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const writeText = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  writeText.mockReset().mockResolvedValue(undefined)
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText },
    configurable: true,
  })
})

afterEach(() => vi.useRealTimers())

test('copies the whole address and says so for 1500 ms', async () => {
  render(<Address address={address} />)
  fireEvent.click(screen.getByRole('button', { name: /^Copy address/ }))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(writeText).toHaveBeenCalledWith(address)
  expect(screen.getByText('Copied')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(1499))
  expect(screen.getByText('Copied')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.queryByText('Copied')).toBeNull()
})

test('says when the browser refuses', async () => {
  writeText.mockRejectedValue(new Error('denied'))
  render(<Address address={address} />)
  fireEvent.click(screen.getByRole('button'))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByText('Can’t copy')).toBeVisible()
})

test('shows both ends and has all of it as a title', () => {
  render(<Address address={address} />)
  expect(screen.getByText('0xf39Fd6e5…fFb92266')).toHaveAttribute(
    'title',
    address,
  )
})
