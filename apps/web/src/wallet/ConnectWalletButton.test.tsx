import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { ConnectWalletButton } from './ConnectWalletButton.js'

test('keeps the focus when the wallet layer replaces its stand-in', async () => {
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
  screen.getByRole('button', { name: 'Connect wallet' }).focus()
  await act(async () => load())
  const button = screen.getByRole('button', { name: 'Connect wallet' })
  button.click()
  expect(onClick).toHaveBeenCalled()
  expect(button).toHaveFocus()
})
