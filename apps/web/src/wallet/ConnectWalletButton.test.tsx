import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { ConnectWalletButton } from './ConnectWalletButton.js'

/** The stand-in is shown until the layer has loaded. */
function setUp() {
  const onClick = vi.fn()
  const Loaded = () => <ConnectWalletButton onClick={onClick} />
  let load: () => void = () => undefined
  const WalletLayer = lazy(
    () =>
      new Promise<{ default: typeof Loaded }>((resolve) => {
        load = () => resolve({ default: Loaded })
      }),
  )
  render(
    <MantineProvider>
      <Suspense fallback={<ConnectWalletButton onClick={() => undefined} />}>
        <WalletLayer />
      </Suspense>
    </MantineProvider>,
  )
  const find = () => screen.getByRole('button', { name: 'Connect wallet' })
  return { onClick, find, load: () => act(async () => load()) }
}

test('keeps the focus when the wallet layer replaces its stand-in', async () => {
  const { onClick, find, load } = setUp()
  find().focus()
  await load()
  find().click()
  expect(onClick).toHaveBeenCalled()
  expect(find()).toHaveFocus()
})

test('takes over a press that began on the stand-in', async () => {
  const { onClick, find, load } = setUp()
  fireEvent.pointerDown(find())
  await load()
  fireEvent.pointerUp(find())
  expect(onClick).toHaveBeenCalledTimes(1)
  fireEvent.pointerUp(find())
  expect(onClick).toHaveBeenCalledTimes(1)
})

test('leaves a press that ends elsewhere, or began elsewhere', async () => {
  const { onClick, find, load } = setUp()
  fireEvent.pointerDown(find())
  await load()
  fireEvent.pointerUp(document.body)
  fireEvent.pointerUp(find())
  expect(onClick).not.toHaveBeenCalled()
})
