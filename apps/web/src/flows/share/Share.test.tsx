import { demoAccounts, signWithKey } from '@covault/devnet'
import {
  buildSafeTransaction,
  buildSignatures,
  hashSafeTransaction,
} from '@covault/protocol'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { appConfigQuery } from '../../queries/appConfig.js'
import { detailLocal } from '../../queries/localSignables.js'
import { transactionQuery } from '../../queries/transactions.js'
import type { ActionProps } from '../machine/flow.js'
import { Share } from './Share.js'

const { alice, carol } = demoAccounts
const address = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const domain = { chainId: 31337, safe: address, version: '1.4.1' } as const
const place = {
  chain: {
    ...{ chainId: 31337, shortName: 'local1', name: 'Local 1' },
    // Nobody listens there: no contract can be asked.
    rpcUrl: 'http://127.0.0.1:9',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  },
  address,
  safe: {
    ...{ address, version: '1.4.1', threshold: 2, nonce: 4n },
    owners: [alice.address, carol.address],
  },
} as unknown as ActionProps['place']

afterEach(cleanup)

test('shares what is certain where the chain does not answer, and says what is left out', async () => {
  const onClose = await show(place)
  expect(await screen.findByText(/1 signature is left out/)).toHaveTextContent(
    carol.address,
  )
  expect(screen.getByText(/Only signatures by owners count\./)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry now' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save file' })).toBeEnabled()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalled()
})

test('says that anyone can execute what has enough signatures, until its nonce is used', async () => {
  const { safe } = place
  await show({ ...place, safe: { ...safe, threshold: 1 } })
  expect(
    await screen.findByText(/when its nonce is next, execute it\./),
  ).toBeVisible()
  cleanup()
  await show({ ...place, safe: { ...safe, threshold: 1, nonce: 5n } })
  expect(
    await screen.findByText(/Only signatures by owners count\./),
  ).toBeVisible()
})

/** A payment that a key and a contract have signed. */
async function show(of: ActionProps['place']) {
  const transaction = buildSafeTransaction({
    ...{ domain, nonce: 4n },
    calls: [{ to: alice.address, value: 1n, data: '0x', operation: 0 }],
  })
  const safeTxHash = hashSafeTransaction(domain, transaction)
  const byKey = await signWithKey(
    { ...domain, address },
    { transaction, account: alice },
  )
  const byContract = buildSignatures([
    { kind: 'contract', signer: carol.address, data: '0x1234' },
  ])
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        ...{ staleTime: Number.POSITIVE_INFINITY, retry: false },
        networkMode: 'always',
      },
    },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    ...{ version: '1', chains: [], walletConnect: null, demo: null },
  })
  const { queryKey } = transactionQuery({
    ...{ chainId: 31337, address, id: safeTxHash },
  })
  queries.setQueryData(
    queryKey,
    detailLocal({
      ...{ chainId: 31337, safe: address, isProposed: false, at: 1 },
      ...{ transaction, safeTxHash, note: '' },
      signatures: [
        { signer: alice.address, signature: byKey, at: 1 },
        { signer: carol.address, signature: byContract, at: 1 },
      ],
    }),
  )
  const onClose = vi.fn()
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <Suspense>
          <Share place={of} search={{ id: safeTxHash }} onClose={onClose} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return onClose
}
