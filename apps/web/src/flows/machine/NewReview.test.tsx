import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { zeroAddress } from 'viem'
import { expect, test, vi } from 'vitest'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { NewReview } from './NewReview.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const place = {
  chain: { chainId: 31337, shortName: 'local1', name: 'Local 1' },
  address,
  safe: { address, nonce: 9n, version: '1.4.1', threshold: 2, owners: [] },
} as unknown as SafePlace
const call = { to: zeroAddress, value: 1n, data: '0x', operation: 0 } as const

vi.mock('../../understand/safe/nonce.js', async (load) => ({
  ...(await load<object>()),
  nonceQuery: () => ({
    queryKey: ['nonce'],
    queryFn: async () => ({ nonce: 10n, isQueueKnown: true, queued: [9n] }),
    staleTime: 0,
  }),
}))
vi.mock('../../understand/safe/safeTxGas.js', async (load) => ({
  ...(await load<object>()),
  safeTxGasQuery: () => ({ queryKey: ['gas'], queryFn: async () => 0n }),
}))
vi.mock('../review/Review.js', () => ({
  Review: ({ transaction }: { transaction: { nonce: bigint } }) =>
    `nonce ${transaction.nonce}`,
}))

test('recommends no nonce that was free at an earlier review', async () => {
  const client = new QueryClient()
  client.setQueryData(['nonce'], { nonce: 9n, isQueueKnown: true, queued: [] })
  client.setQueryData(['gas'], 0n)
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <NewReview
          place={place}
          calls={[call]}
          nonceText={undefined}
          batchAs={undefined}
          note=""
          onNote={() => undefined}
          onBack={() => undefined}
          onDone={() => undefined}
          onUseInstead={undefined}
          names={[]}
        />
      </QueryClientProvider>
    </MantineProvider>,
  )
  expect(await screen.findByText('nonce 10')).toBeVisible()
})
