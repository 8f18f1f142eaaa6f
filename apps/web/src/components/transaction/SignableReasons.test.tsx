import { demoAccounts } from '@covault/devnet'
import { buildSafeTransaction, hashSafeTransaction } from '@covault/protocol'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { zeroAddress } from 'viem'
import { afterEach, expect, test } from 'vitest'
import {
  type LocalTransaction,
  localTransactions,
  nameLocal,
} from '../../preferences/localQueue.js'
import { detailLocal } from '../../queries/localSignables.js'
import { decodeBytes } from '../../understand/decode/decodeTransaction.js'
import { readTransaction } from '../../understand/decode/readTransaction.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { SignableReasons } from './SignableReasons.js'

const { alice, bob } = demoAccounts
const address = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const domain = { chainId: 31337, safe: address, version: '1.4.1' } as const
const place: SafePlace = {
  chain: {
    ...{ chainId: 31337, shortName: 'local1', name: 'Local 1' },
    // Nobody listens there.
    rpcUrl: 'http://127.0.0.1:9',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    ...{ testnet: true, local: true },
  },
  address,
  safe: {
    ...{ address, owners: [alice.address], threshold: 1, nonce: 3n },
    ...{ version: '1.4.1', known: true, singleton: zeroAddress },
    ...{ modules: [], hasMoreModules: false, guard: null },
    fallbackHandler: null,
  },
}
const transaction = buildSafeTransaction({
  domain,
  calls: [{ to: bob.address, value: 1n, data: '0x', operation: 0 }],
  nonce: 3n,
})
const local: LocalTransaction = {
  ...{ chainId: 31337, safe: address, isProposed: false, at: 1 },
  ...{ transaction, safeTxHash: hashSafeTransaction(domain, transaction) },
  ...{ note: 'Rent', signatures: [] },
}
const name = nameLocal(local, local.safeTxHash)

afterEach(async () => {
  cleanup()
  await localTransactions.remove(name)
})

function show(): void {
  const details = detailLocal(local)
  const { signed } = readTransaction(details, { ...domain, address })
  if (!signed) throw new Error('Nobody signs it.')
  const { execution } = signed
  const decoded = decodeBytes(place, signed)
  const simulation = undefined
  const proposal = { details, execution }
  const router = createRouter({
    history: createMemoryHistory(),
    routeTree: createRootRoute({
      component: () => (
        <SignableReasons
          place={place}
          hash={local.safeTxHash}
          check={undefined}
          known={{ kind: 'transaction', decoded, simulation, proposal }}
        />
      ),
    }),
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

test('a note of this browser is nobody’s word', async () => {
  await localTransactions.write(name, local)
  show()
  expect(
    await screen.findByText('nothing here depends on it', { exact: false }),
  ).toBeVisible()
  expect(screen.queryByText('Rent')).toBeNull()
})

test('a note that this browser has not is the gateway’s', async () => {
  await localTransactions.write(name, { ...local, note: 'Other' })
  show()
  const note = (await screen.findByText('Rent')).closest('[data-reason=Note]')
  expect(note).toHaveTextContent('reported by the gateway')
})
