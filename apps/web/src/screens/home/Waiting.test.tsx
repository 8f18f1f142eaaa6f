import type { QueueItem } from '@covault/api'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import { zeroAddress } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OpenSafe } from '../../components/SafeGate.js'
import { addressBook } from '../../preferences/addressBook.js'
import {
  nameSignature,
  type SeenSignature,
  seenSignatures,
} from '../../preferences/seenSignatures.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { livenessQuery } from '../../queries/health.js'
import { queueQuery } from '../../queries/transactions.js'
import { Waiting } from './Waiting.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const nothing = 'Nothing needs a signature.'

const open = {
  chain: {
    chainId: 31337,
    shortName: 'local1',
    name: 'Local 1',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  },
  address,
  provenance: undefined,
  safe: { address, owners: [owner], threshold: 1, nonce: 3n },
} as unknown as OpenSafe

afterEach(() => {
  vi.unstubAllGlobals()
  addressBook.write([])
})

beforeEach(async () => {
  addressBook.write([{ chainId: 31337, address: owner, name: 'Alice' }])
  for (const { name } of await seenSignatures.list())
    await seenSignatures.remove(name)
})

test('says in its head that the gateway lists it, and that nothing waits', async () => {
  await show()
  const section = await screen.findByRole('region', { name: 'Waiting' })
  expect(within(section).getByText('Reported by the gateway')).toBeVisible()
  expect(await within(section).findByText(nothing)).toBeVisible()
})

test('says only of this browser that nothing waits while the gateway can’t be reached', async () => {
  const queries = await show()
  expect(await screen.findByText(nothing)).toBeVisible()
  await queries.prefetchQuery({
    ...livenessQuery,
    queryFn: () => Promise.reject(new Error('Away.')),
  })
  expect(
    await screen.findByText(/^Nothing in this browser needs a signature\./),
  ).toHaveTextContent('The gateway can’t be reached and may list more.')
  expect(screen.queryByText(nothing)).toBeNull()
  expect(screen.queryByText('Reported by the gateway')).toBeNull()
})

test('does not call a gateway unreachable that answers with anything else', async () => {
  const queries = await show()
  expect(await screen.findByText(nothing)).toBeVisible()
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 422 }))
  await queries.refetchQueries({
    queryKey: queueQuery({ chainId: 31337, address }).queryKey,
  })
  expect(
    await screen.findByText(/^Nothing in this browser needs a signature\./),
  ).toHaveTextContent('The gateway’s list can’t be read and may have more.')
  vi.stubGlobal('fetch', async () => new Response('<h1>', { status: 502 }))
  await queries.refetchQueries({
    queryKey: queueQuery({ chainId: 31337, address }).queryKey,
  })
  expect(await screen.findByText(/can’t be reached/)).toBeVisible()
})

test('does not say that nothing waits while something seen signed is withheld', async () => {
  const value: SeenSignature = {
    chainId: 31337,
    safe: address,
    transaction: {
      to: owner,
      value: 1n,
      data: '0x',
      operation: 0,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: zeroAddress,
      refundReceiver: zeroAddress,
      nonce: 3n,
    },
    safeTxHash: `0x${'3'.repeat(64)}`,
    signer: owner,
    signature: `0x${'11'.repeat(65)}`,
    note: '',
    at: Date.now() - 60_000,
  }
  await seenSignatures.writeAll([{ name: nameSignature(value), value }])
  await show()
  expect(
    await screen.findByText(
      'A signed transaction at nonce 3 is missing from the gateway’s list.',
    ),
  ).toBeVisible()
  expect(screen.getByText(/signed by Alice\./)).toBeVisible()
  expect(screen.getByText(/^0 listed, 1 missing/)).toBeVisible()
  expect(screen.queryByText(nothing)).not.toBeInTheDocument()
})

test('says once, in its head, who reports notes and conflicts of its rows', async () => {
  await show([pay('a', 'Rent for June'), pay('b', 'Rent for July')])
  const section = await screen.findByRole('region', { name: 'Waiting' })
  expect(await within(section).findByText('Rent for June')).toBeVisible()
  expect(
    within(section)
      .getAllByText(/^Conflicts with: /)
      .map(({ textContent }) => textContent?.replaceAll('\u00A0', ' ')),
  ).toEqual([
    expect.stringMatching(/: “Send .*” \(“Rent for July”\), 0 of 1 signature$/),
    expect.stringMatching(/: “Send .*” \(“Rent for June”\), 0 of 1 signature$/),
  ])
  expect(within(section).getAllByText(/reported by the gateway/i)).toHaveLength(
    1,
  )
})

/** Both at one nonce. */
function pay(id: string, note: string): QueueItem {
  return {
    type: 'TRANSACTION',
    conflictType: 'HasNext',
    transaction: {
      id: `multisig_${address}_0x${id.repeat(64)}`,
      timestamp: 1_700_000_000_000,
      txStatus: 'AWAITING_CONFIRMATIONS',
      txHash: null,
      safeAppInfo: null,
      note,
      txInfo: {
        type: 'Transfer',
        humanDescription: null,
        sender: { value: address },
        recipient: { value: owner },
        direction: 'OUTGOING',
        transferInfo: { type: 'NATIVE_COIN', value: '1' },
      },
      executionInfo: {
        type: 'MULTISIG',
        nonce: 3n,
        confirmationsRequired: 1,
        confirmationsSubmitted: 0,
        missingSigners: [{ value: owner }],
      },
    },
  } as unknown as QueueItem
}

/** The gateway has just said what the queue holds. */
async function show(results: QueueItem[] = []): Promise<QueryClient> {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false },
    },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '0.1.0',
    chains: [],
    walletConnect: null,
    demo: null,
  })
  queries.setQueryData(queueQuery({ chainId: 31337, address }).queryKey, {
    pages: [{ count: results.length, next: null, previous: null, results }],
    pageParams: [''],
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Waiting open={open} /> }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return queries
}
