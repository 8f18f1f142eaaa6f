import { demoAccounts } from '@covault/devnet'
import { buildSafeTransaction, hashSafeTransaction } from '@covault/protocol'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { OpenSafe } from '../../components/SafeGate.js'
import type { GatewayState } from '../../hooks/useGatewayState.js'
import { writeTransactionId } from '../../lib/transactionId.js'
import { localTransactions, nameLocal } from '../../preferences/localQueue.js'
import {
  nameSignature,
  seenSignatures,
} from '../../preferences/seenSignatures.js'
import { SaveAll } from './SaveAll.js'

const { alice, bob } = demoAccounts
const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const domain = { chainId: 31337, safe, version: '1.4.1' } as const
const open = {
  chain: { chainId: 31337, shortName: 'local1' },
  address: safe,
  safe: { address: safe, version: '1.4.1', nonce: 1n },
} as unknown as OpenSafe

function pay(nonce: bigint) {
  const transaction = buildSafeTransaction({
    ...{ domain, nonce },
    calls: [{ to: bob.address, value: 1n, data: '0x', operation: 0 }],
  })
  const safeTxHash = hashSafeTransaction(domain, transaction)
  return { chainId: 31337, safe, transaction, safeTxHash, note: '' } as const
}

const toKey = (nonce: bigint) => writeTransactionId(pay(nonce))

async function keep(nonce: bigint) {
  const value = { ...pay(nonce), isProposed: false, at: 1, signatures: [] }
  await localTransactions.write(nameLocal(value, value.safeTxHash), value)
}

async function see(nonce: bigint) {
  const value = { ...pay(nonce), signer: alice.address, at: Date.now() }
  const seen = { ...value, signature: `0x${'11'.repeat(64)}1b` } as const
  await seenSignatures.write(nameSignature(seen), seen)
}

afterEach(async () => {
  cleanup()
  for (const records of [localTransactions, seenSignatures])
    for (const { name } of await records.list()) await records.remove(name)
})

/** Under the queue with these rows. */
async function show(gateway: GatewayState, ...nonces: bigint[]) {
  const rows = nonces.map((nonce) => ({ key: toKey(nonce) }))
  const Queue = () => (
    <>
      <SaveAll open={open} gateway={gateway} rows={rows} />
      <p>Queue</p>
    </>
  )
  const router = createRouter({
    routeTree: createRootRoute({ component: Queue }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const queries = new QueryClient()
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByText('Queue')
  const kept = await localTransactions.list()
  const seen = await seenSignatures.list()
  await waitFor(() =>
    expect(
      queries
        .getQueriesData({ queryKey: ['recalled'] })
        .map(([, recalled]) => (recalled as unknown[] | undefined)?.length),
    ).toContain(kept.length + seen.length),
  )
}

const findButton = () => screen.queryByRole('link', { name: 'Save all' })

test('says how many transactions the file will hold', async () => {
  await keep(1n)
  await keep(2n)
  await see(3n)
  await show('heard', 1n, 2n, 3n)
  expect(
    await screen.findByText(
      '3 transactions in this browser can be saved as one file.',
    ),
  ).toBeVisible()
  expect(findButton()).toBeVisible()
})

test('what the gateway lists need not be saved', async () => {
  await keep(1n)
  await see(2n)
  await see(3n)
  await show('heard', 1n, 2n, 3n)
  expect(findButton()).toBeNull()
})

test.each(['away', 'unread', 'none'] as const)(
  'what this browser has seen can be saved where the gateway is not heard (%s)',
  async (gateway) => {
    await see(3n)
    await show(gateway)
    expect(
      await screen.findByText(
        '1 transaction in this browser can be saved as one file.',
      ),
    ).toBeVisible()
    expect(findButton()).toBeVisible()
  },
)

test('one that has a row is shared there', async () => {
  await keep(1n)
  await show('away', 1n)
  expect(findButton()).toBeNull()
})
