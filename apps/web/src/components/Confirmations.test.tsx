import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import type { LocalTransaction } from '../preferences/localQueue.js'
import { appConfigQuery } from '../queries/appConfig.js'
import { keptSignature, keptTransaction } from '../testing/keptTransaction.js'
import { loadInFolder } from '../testing/loadInFolder.js'
import type { ChainConfig } from '../trust/chainClient.js'
import type { RowStanding } from '../understand/rows/rowStanding.js'
import { Confirmations } from './Confirmations.js'

const { safeTxHash, safe } = keptTransaction
const standing: RowStanding = {
  ...{ nonce: 1n, signed: 1, required: 2, missing: [safe], invalid: [] },
  unheard: [],
  ...{
    status: 'AWAITING_CONFIRMATIONS',
    waitsFor: undefined,
    doubt: undefined,
  },
  ...{ isChecked: true, isFailed: false },
}

function show(
  Shown: typeof Confirmations,
  value: LocalTransaction,
  more: Partial<RowStanding> = {},
) {
  const queries = new QueryClient()
  queries.setQueryData(appConfigQuery.queryKey, {
    ...{ version: '1', chains: [], walletConnect: null, demo: null },
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <Suspense>
          <Shown
            chain={{ chainId: 31337 } as ChainConfig}
            id={safeTxHash}
            standing={{ ...standing, ...more }}
            owners={[keptSignature.signer, safe]}
            own={
              {
                account: undefined,
                sent: [],
                kept: [{ name: safeTxHash, value }],
              } as never
            }
            isOnlyHere
          />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

test('what the gateway has not refused is on its way to it', () => {
  show(Confirmations, keptTransaction)
  expect(screen.getByText('Submitting')).toBeVisible()
})

test('what the gateway did not take is on its way no more', () => {
  show(Confirmations, { ...keptTransaction, failedAt: 2 })
  expect(screen.queryByText('Submitting')).toBeNull()
})

test('a signature that the chain did not answer for is neither missing nor checked', () => {
  const signers = { missing: [], unheard: [safe] }
  show(Confirmations, keptTransaction, signers)
  expect(
    screen.getByRole('img', { name: `${safe}, signed, not checked` }),
  ).toBeVisible()
  expect(screen.queryByRole('img', { name: /not signed/ })).toBeNull()
  expect(
    screen.getByTitle(
      'Checked in this browser: content, hash and signatures. 1 signature couldn’t be checked and doesn’t count.',
    ),
  ).toBeVisible()
})

test('every owner has a seal before anybody says whose signature is missing', () => {
  const status = 'AWAITING_EXECUTION'
  const unsaid = { missing: undefined, isChecked: false }
  show(Confirmations, keptTransaction, { ...unsaid, signed: 2, status })
  const seals = screen.getAllByRole('img', { name: /, not checked$/ })
  expect(seals).toHaveLength(2)
  expect(screen.getByText('2 of 2')).toBeVisible()
})

test('without a gateway nothing is on its way to one', async () => {
  const here = await loadInFolder(() => import('./Confirmations.js'))
  show(here.Confirmations, keptTransaction)
  expect(screen.getByText('Awaiting signatures')).toBeVisible()
  expect(screen.queryByText('Submitting')).toBeNull()
})
