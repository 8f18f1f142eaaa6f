import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { nameLocal } from '../../preferences/localQueue.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import {
  keptSignature,
  keptTransaction,
} from '../../testing/keptTransaction.js'
import { loadInFolder } from '../../testing/loadInFolder.js'

test('without a gateway a late signature is kept, not submitted', async () => {
  const [{ KeptSignatures }, { localTransactions }] = await loadInFolder(() =>
    Promise.all([
      import('./KeptSignatures.js'),
      import('../../preferences/localQueue.js'),
    ]),
  )
  const name = nameLocal(keptTransaction, keptTransaction.safeTxHash)
  const late = { ...keptSignature, isLate: true }
  await localTransactions.write(name, {
    ...keptTransaction,
    signatures: [late],
  })
  const queries = new QueryClient()
  queries.setQueryData(appConfigQuery.queryKey, {
    ...{ version: '1', chains: [], walletConnect: null, demo: null },
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <Suspense>
          <KeptSignatures isShown={() => true} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  )
  const keep = await screen.findByRole('button', { name: 'Keep signature' })
  expect(
    screen.getByText(
      '0x7099…79C8 signed nonce 1. The signature doesn’t count until you keep it.',
    ),
  ).toBeVisible()
  expect(screen.queryByText(/gateway/)).toBeNull()
  fireEvent.click(keep)
  await waitFor(async () =>
    expect((await localTransactions.read(name))?.signatures).toEqual([
      keptSignature,
    ]),
  )
  await localTransactions.remove(name)
})
