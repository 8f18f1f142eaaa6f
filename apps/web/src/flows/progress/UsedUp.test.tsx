import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OpenPlace } from '../../understand/safe/safePlace.js'
import { UsedUp } from './UsedUp.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const safeTxHash = `0x${'2'.repeat(64)}`
const place = {
  chain: { chainId: 31337, shortName: 'local1' },
  address,
  safe: { nonce: 3n, threshold: 2 },
} as unknown as OpenPlace

const told = vi.hoisted(() => ({ details: vi.fn(), executed: vi.fn() }))

vi.mock('../../queries/transactions.js', () => ({
  transactionQuery: ({ id }: { id: string }) => ({
    queryKey: ['details', id],
    queryFn: told.details,
  }),
  executedAtQuery: ({ nonce }: { nonce: bigint }) => ({
    queryKey: ['executed', String(nonce)],
    queryFn: told.executed,
  }),
}))
vi.mock('../../preferences/records.js', async (load) => ({
  ...(await load<object>()),
  useRecords: () => [
    {
      name: 'one',
      value: {
        ...{ chainId: 31337, safe: address, safeTxHash },
        ...{ transaction: { nonce: 2n }, signatures: [], at: 1 },
      },
    },
  ],
}))
vi.mock('../../ui/LinkButton.js', () => ({
  LinkButton: ({ children }: { children: ReactNode }) => children,
}))

beforeEach(() => {
  told.details.mockReset().mockResolvedValue({ executedAt: null })
  told.executed.mockReset().mockResolvedValue([])
})

function show() {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false } },
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <UsedUp place={place} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

test('says replaced where another transaction took the nonce', async () => {
  told.executed.mockResolvedValue([
    { id: `multisig_${address}_0x${'3'.repeat(64)}` },
  ])
  show()
  expect(await screen.findByText('Nonce 2: replaced')).toBeVisible()
})

test('says executed where the transaction itself did', async () => {
  told.executed.mockResolvedValue([{ id: `multisig_${address}_${safeTxHash}` }])
  show()
  expect(await screen.findByText('Nonce 2: executed')).toBeVisible()
})

test('claims nothing where neither gateway nor network answers', async () => {
  told.executed.mockRejectedValue(new Error('There is no gateway.'))
  show()
  await waitFor(() => expect(told.executed).toHaveBeenCalled())
  await waitFor(() => expect(told.details).toHaveBeenCalled())
  expect(screen.queryByText(/replaced/)).toBeNull()
  expect(screen.getByText(/Can’t tell whether/)).toBeVisible()
})
