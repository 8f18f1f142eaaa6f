import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  fireEvent,
  render,
  renderHook,
  screen,
  waitFor,
} from '@testing-library/react'
import type { ReactNode } from 'react'
import { zeroAddress } from 'viem'
import { beforeEach, expect, test, vi } from 'vitest'
import type { SeenSignature } from '../../preferences/seenSignatures.js'
import { loadInFolder } from '../../testing/loadInFolder.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'

vi.mock('../../hooks/useNameOf.js', () => ({
  useNameOf: () => (who: string) => (who === owner ? 'Alice' : undefined),
}))

// Files share what is loaded: another may have loaded it without the mock.
vi.resetModules()
const { nameSignature, seenSignatures } = await import(
  '../../preferences/seenSignatures.js'
)
const { WithheldTransactions } = await import('./WithheldTransactions.js')

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const place: SafePlace = {
  chain: {
    chainId: 31337,
    shortName: 'local1',
    name: 'Local 1',
    rpcUrl: 'http://127.0.0.1:9',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    testnet: true,
    local: true,
  },
  address,
  safe: {
    address,
    owners: [owner],
    threshold: 1,
    nonce: 3n,
    version: '1.4.1',
    known: true,
    singleton: zeroAddress,
    modules: [],
    hasMoreModules: false,
    guard: null,
    fallbackHandler: null,
  },
}

const now = Date.now()

function seen(nonce: bigint, change: Partial<SeenSignature> = {}) {
  const digit = String(nonce)
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
      nonce,
    },
    safeTxHash: `0x${digit.repeat(64)}`,
    signer: owner,
    signature: `0x${'11'.repeat(65)}`,
    note: '',
    at: now - 60_000,
    ...change,
  }
  return { name: nameSignature(value), value }
}

beforeEach(async () => {
  for (const { name } of await seenSignatures.list())
    await seenSignatures.remove(name)
})

function show(listed: readonly string[], listedAt = now) {
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <WithheldTransactions
          place={place}
          listed={listed}
          listedAt={listedAt}
        />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

const queries = new QueryClient()

function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}

const words = (nonce: number) =>
  `A signed transaction at nonce ${nonce} is missing from the gateway’s list.`

test('S56: tells of what was seen signed, can still run and is not listed', async () => {
  const old = { at: now - 100 * 24 * 3_600_000 }
  const other = { safe: owner } as const
  await seenSignatures.writeAll([
    seen(2n),
    seen(3n),
    seen(4n),
    seen(5n, old),
    seen(6n, other),
    // The answer may be older than this one.
    seen(7n, { at: now - 1000 }),
  ])
  show([`multisig_${address}_0x${'4'.repeat(64)}`])
  expect(await screen.findByText(words(3))).toBeDefined()
  expect(screen.getByText(/signed by Alice\./)).toBeVisible()
  for (const nonce of [2, 4, 5, 6, 7])
    expect(screen.queryByText(words(nonce))).toBeNull()
})

test('what its reader knows to be deleted is forgotten', async () => {
  await seenSignatures.writeAll([seen(3n)])
  show([])
  fireEvent.click(
    await screen.findByRole('button', { name: 'Discard this copy' }),
  )
  await waitFor(() => expect(screen.queryByText(words(3))).toBeNull())
  expect(await seenSignatures.list()).toEqual([])
})

test('where the app works alone nobody withholds anything', async () => {
  const [{ useWithheld }, { seenSignatures }, { useRecords }] =
    await loadInFolder(() =>
      Promise.all([
        import('./WithheldTransactions.js'),
        import('../../preferences/seenSignatures.js'),
        import('../../preferences/records.js'),
      ]),
    )
  await seenSignatures.writeAll([seen(3n)])
  const { result } = renderHook(
    () => ({
      seen: useRecords(seenSignatures),
      withheld: useWithheld({ place, listed: [], listedAt: now }),
    }),
    { wrapper: Queries },
  )
  await waitFor(() => expect(result.current.seen).toHaveLength(1))
  expect(result.current.withheld).toEqual([])
})
