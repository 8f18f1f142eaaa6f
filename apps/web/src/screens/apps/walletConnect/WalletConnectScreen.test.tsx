import type { AppConfig } from '@covault/api'
import { RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createQueryClient, Providers } from '../../../app/providers.js'
import { createAppRouter } from '../../../app/router.js'
import { appConfigQuery } from '../../../queries/appConfig.js'

function open(walletConnect: AppConfig['walletConnect']): void {
  window.history.replaceState(null, '', '/apps/walletconnect')
  const queries = createQueryClient()
  queries.setQueryData(appConfigQuery.queryKey, {
    ...{ version: '0.1.0', chains: [], demo: null },
    walletConnect,
  })
  render(
    <Providers queries={queries}>
      <RouterProvider router={createAppRouter()} />
    </Providers>,
  )
}

test('without a project id it says what is missing and who can set it', async () => {
  open(null)
  await screen.findByText('WalletConnect is not set up here.')
  expect(screen.getByText(/the operator/)).toHaveTextContent(
    'walletConnect.projectId in covault.config.json',
  )
  expect(screen.queryByLabelText('WalletConnect link')).toBeNull()
})

test('with one it asks for a safe first', async () => {
  open({ projectId: 'id' })
  await screen.findByText('No safe selected.')
})
