import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { zeroAddress } from 'viem'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OpenSafe } from '../../components/SafeGate.js'
import {
  nameSignature,
  type SeenSignature,
  seenSignatures,
} from '../../preferences/seenSignatures.js'
import { queueQuery } from '../../queries/transactions.js'
import { Waiting } from './Waiting.js'

vi.mock('@tanstack/react-router', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  Link: ({ children }: { children: ReactNode }) => <span>{children}</span>,
}))
vi.mock('../../hooks/useNameOf.js', () => ({
  useNameOf: () => (who: string) => (who === owner ? 'Alice' : undefined),
}))

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const nothing = 'Nothing needs a signature.'

const open = {
  chain: { chainId: 31337, shortName: 'local1', name: 'Local 1' },
  address,
  provenance: undefined,
  safe: { address, owners: [owner], threshold: 1, nonce: 3n },
} as unknown as OpenSafe

beforeEach(async () => {
  for (const { name } of await seenSignatures.list())
    await seenSignatures.remove(name)
})

test('says in its head that the gateway lists it, and that nothing waits', async () => {
  show()
  const section = await screen.findByRole('region', { name: 'Waiting' })
  expect(within(section).getByText('Reported by the gateway')).toBeVisible()
  expect(await within(section).findByText(nothing)).toBeVisible()
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
  show()
  expect(
    await screen.findByText(
      'The gateway does not list a signed transaction at nonce 3.',
    ),
  ).toBeVisible()
  expect(screen.getByText(/signed by Alice\./)).toBeVisible()
  expect(screen.queryByText(nothing)).not.toBeInTheDocument()
})

/** The gateway has just said that the queue is empty. */
function show(): void {
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  })
  queries.setQueryData(queueQuery({ chainId: 31337, address }).queryKey, {
    pages: [{ count: 0, next: null, previous: null, results: [] }],
    pageParams: [''],
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <Waiting open={open} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}
