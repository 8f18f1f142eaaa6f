// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { livenessQuery } from '../queries/health.js'
import type { PastRange } from '../trust/past/pastRange.js'
import { PastLimits, PastSource } from './ChainPast.js'

afterEach(cleanup)

const past: PastRange = {
  ...{ fromBlock: 1_000n, toBlock: 51_000n, hasMore: true },
  provenance: {
    kind: 'chain',
    block: 51_000n,
    endpoint: { source: 'own', host: 'node.example' },
  },
}

/** During an outage, after something else has read the past of the safe. */
async function show(of: PastRange | undefined): Promise<string> {
  const queries = new QueryClient()
  queries.setQueryData(['past', 1, '0x1'], { ...past, entries: [] })
  await queries.prefetchQuery({
    ...livenessQuery,
    retry: false,
    queryFn: () => Promise.reject(new Error('away')),
  })
  const { container } = render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <PastSource past={of} />
        <PastLimits past={of} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return container.textContent
}

test('a list that the gateway told stays its report, whatever was read since', async () => {
  const text = await show(undefined)
  expect(text).toContain('Reported by the gateway')
  expect(text).not.toContain('latest blocks')
})

test('a list from the chain says from which blocks, and what it lacks', async () => {
  const text = await show(past)
  expect(text).toContain(
    'read from the chain, blocks 1,000 to 51,000, the newest 100',
  )
  expect(text).toContain('Older transactions, notes, filters')
  expect(text).not.toContain('unverified tokens')
})

test('a list from the chain counts what it leaves out', async () => {
  expect(await show({ ...past, hidden: 1 })).toContain(
    ', the newest 100, 1 transfer of unverified tokens hidden',
  )
})
