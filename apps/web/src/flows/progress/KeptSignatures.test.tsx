import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { appConfigQuery } from '../../queries/appConfig.js'
import {
  keptSignature,
  keptTransaction,
} from '../../testing/keptTransaction.js'
import { loadInFolder } from '../../testing/loadInFolder.js'

/** What the chain says of the safe; undefined: it does not answer. */
const network = vi.hoisted(() => ({ owners: undefined as unknown }))
vi.mock('../../trust/safe.js', async (load) => ({
  ...(await load<object>()),
  safeQuery: () => ({
    queryKey: ['safe'],
    queryFn: async () => {
      if (!network.owners) throw new TypeError('Away.')
      return { status: 'safe', safe: { owners: network.owners } }
    },
  }),
}))

// Files share what is loaded: another may have loaded it without the mock.
vi.resetModules()
const { localTransactions, nameLocal } = await import(
  '../../preferences/localQueue.js'
)
const { KeptSignatures } = await import('./KeptSignatures.js')

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

const chain = {
  ...{ chainId: 31337, shortName: 'local1', name: 'Local 1' },
  rpcUrl: 'http://127.0.0.1:9',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  ...{ testnet: true, local: true },
}

/** As long as a key’s; nobody recovers it. */
const toBytes = (byte: string) => `0x${byte.repeat(64)}1b` as const

test('once the network answers, imported signatures of owners are submitted', async () => {
  const brought = { ...keptSignature, signature: toBytes('11') }
  const owner = brought.signer
  const own = {
    signer: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    signature: toBytes('22'),
    at: 1,
  } as const
  const stranger = {
    signer: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    signature: toBytes('33'),
    at: 1,
  } as const
  const unread = { isBrought: true, isUnchecked: true } as const
  network.owners = undefined
  const posted: unknown[] = []
  vi.stubGlobal('fetch', async (_: unknown, { body }: { body?: string }) => {
    if (body) posted.push(JSON.parse(body).signature)
    return Response.json({ message: 'No.' }, { status: 503 })
  })
  const name = nameLocal(keptTransaction, keptTransaction.safeTxHash)
  await localTransactions.write(name, {
    ...keptTransaction,
    ...{ at: Date.now(), failedAt: Date.now() },
    signatures: [{ ...brought, ...unread }, { ...stranger, ...unread }, own],
  })
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false } },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    ...{ version: '1', chains: [chain], walletConnect: null, demo: null },
  })
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <KeptSignatures isShown={() => true} />,
    }),
    history: createMemoryHistory(),
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <Suspense>
          <RouterProvider router={router as never} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  )
  expect(
    await screen.findByText(/^0xf39F…2266 signed nonce 1, and the gateway/),
  ).toBeVisible()
  network.owners = [owner, own.signer]
  await queries.refetchQueries({ queryKey: ['owners'] })
  await waitFor(async () =>
    expect((await localTransactions.read(name))?.signatures).toEqual([
      { ...brought, isBrought: true },
      own,
    ]),
  )
  await waitFor(() => expect(posted).toContain(brought.signature))
  expect(posted).not.toContain(stranger.signature)
  vi.unstubAllGlobals()
  await localTransactions.remove(name)
})
