import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { keptTransaction } from '../../testing/keptTransaction.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { KeptHere } from './Signed.js'

afterEach(cleanup)

/** Signed at nonce 1, which the gateway did not take. */
function open(nonce: bigint) {
  const { chainId, safe: address } = keptTransaction
  const chain = { chainId, shortName: 'local1', name: 'Local 1' }
  const place = { chain, address, safe: { nonce } } as unknown as SafePlace
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <KeptHere
          place={place}
          kind="kept"
          kept={{ kind: 'transaction', value: keptTransaction }}
          error={new Error('Away.')}
          onClose={() => undefined}
        />
      ),
    }),
    history: createMemoryHistory(),
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

test('a nonce that was used while the wallet was asking makes the signature useless', async () => {
  open(2n)
  expect(
    await screen.findByText(
      'Nonce 1 is already used: the safe is at nonce 2. Your signature can no longer be used to execute this transaction.',
    ),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Resubmit' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Share' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Open transaction' })).toBeVisible()
})
