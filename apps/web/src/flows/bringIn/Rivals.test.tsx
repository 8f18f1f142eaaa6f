import { buildSafeTransaction, hashSafeTransaction } from '@covault/protocol'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { writeTransactionId } from '../../lib/transactionId.js'
import {
  type LocalTransaction,
  localTransactions,
  nameLocal,
} from '../../preferences/localQueue.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { detailLocal, summariseLocal } from '../../queries/localSignables.js'
import { conflictsQuery, transactionQuery } from '../../queries/transactions.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { Rivals } from './Rivals.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const domain = { chainId: 31337, safe: address, version: '1.4.1' } as const
const place = {
  chain: {
    ...{ chainId: 31337, shortName: 'local1', name: 'Local 1' },
    // Nobody listens there: the bytes tell alone.
    rpcUrl: 'http://127.0.0.1:9',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  },
  address,
  safe: { address, version: '1.4.1', owners: [], threshold: 1, nonce: 4n },
} as unknown as SafePlace

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function pay(value: bigint, nonce: bigint) {
  const transaction = buildSafeTransaction({
    ...{ domain, nonce },
    calls: [{ to, value, data: '0x', operation: 0 }],
  })
  return { transaction, hash: hashSafeTransaction(domain, transaction) }
}

const ours = pay(10n ** 18n, 4n)

/** Undefined: nobody tells what the queue has at nonce 4. */
function open(
  listed: ReturnType<typeof pay> | undefined,
  { transaction, hash } = ours,
): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false },
    },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '1',
    chains: [],
    walletConnect: null,
    demo: null,
  })
  const safe = { chainId: 31337, address } as const
  if (listed) {
    const { hash: safeTxHash } = listed
    queries.setQueryData(conflictsQuery({ ...safe, nonce: 4n }).queryKey, {
      waiting: [{ id: writeTransactionId({ safe: address, safeTxHash }) }],
      isGatewayUnheard: false,
    } as never)
    const told = detailLocal(toLocal(listed, { isProposed: true }))
    // A gateway says how many signatures it takes, which a copy does not.
    Object.assign(told.detailedExecutionInfo ?? {}, {
      confirmationsRequired: 2,
    })
    queries.setQueryData(
      transactionQuery({ ...safe, id: safeTxHash }).queryKey,
      told,
    )
  }
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <Suspense>
          <Rivals
            place={place}
            from="link"
            signable={{ kind: 'transaction', domain, transaction }}
            hash={hash}
          />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return queries
}

/** As this browser keeps it. */
function toLocal(
  { transaction, hash: safeTxHash }: ReturnType<typeof pay>,
  { isProposed }: { isProposed: boolean },
): LocalTransaction {
  return {
    ...{ chainId: 31337, safe: address, isProposed, at: 1 },
    ...{ transaction, safeTxHash, note: '', signatures: [] },
  }
}

test('compares with another transaction, and marks it as the gateway’s word', async () => {
  open(pay(2n * 10n ** 18n, 4n))
  expect(await screen.findByText('Amount')).toBeVisible()
  expect(screen.getByText('2.00 ETH')).toBeVisible()
  expect(screen.getByText(/^Compared with/)).toHaveTextContent(
    /reported by the gateway$/,
  )
})

test('names the other transaction by what it does, and its nonce', async () => {
  open(pay(2n * 10n ** 18n, 4n))
  const head = await screen.findByText(/^Compared with/)
  await expect
    .poll(() => head.textContent)
    .toMatch(/^Compared with “Send 2(\.0+)? ETH to 0x3C44Cd.*” at nonce 4,/)
  expect(screen.getByText('In the link')).toBeVisible()
})

test('tells the same payment at another nonce as a content mismatch', async () => {
  open(pay(10n ** 18n, 7n))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Content mismatch: the queue lists this transaction at nonce 4, but its content has nonce 7.',
  )
  expect(screen.getByText(/^Not compared with/)).toBeVisible()
})

test('says that it can’t compare where nobody tells what the queue has', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 404, message: 'No.' }, { status: 404 }),
  )
  open(undefined)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Can’t compare with the queue\. .+\.$/,
  )
  expect(screen.getByRole('button', { name: 'Retry now' })).toBeVisible()
})

test('says in words that nothing was found to differ', async () => {
  // Hashed for something else, it has another name.
  open(ours, { ...ours, hash: `0x${'ab'.repeat(32)}` })
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Every field shown here is the same, but the safeTxHash is not\./,
  )
})

test('compares with what the gateway lists as soon as it answers again', async () => {
  const local = toLocal(pay(3n * 10n ** 18n, 4n), { isProposed: false })
  const name = nameLocal(local, local.safeTxHash)
  await localTransactions.write(name, local)
  onTestFinished(() => localTransactions.remove(name))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
  const queries = open(undefined)
  expect(await screen.findByText('3.00 ETH')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Can’t compare with what the gateway lists at nonce 4.',
  )
  const listed = toLocal(pay(2n * 10n ** 18n, 4n), { isProposed: true })
  const safe = { chainId: 31337, address } as const
  const id = listed.safeTxHash
  queries.setQueryData(
    transactionQuery({ ...safe, id }).queryKey,
    detailLocal(listed),
  )
  const summary = { ...summariseLocal(listed, 2), executionInfo: null }
  vi.stubGlobal('fetch', async () =>
    Response.json({
      ...{ count: 1, next: null, previous: null },
      results: [
        { type: 'TRANSACTION', conflictType: 'None', transaction: summary },
      ],
    }),
  )
  const { queryKey } = conflictsQuery({ ...safe, nonce: 4n })
  await queries.invalidateQueries({ queryKey })
  expect(await screen.findByText('2.00 ETH')).toBeVisible()
  expect(screen.getByText('3.00 ETH')).toBeVisible()
  expect(screen.queryByText(/^Can’t compare/)).toBeNull()
})
