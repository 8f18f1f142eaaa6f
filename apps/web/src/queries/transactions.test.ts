import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { provideStandIn } from './gateway.js'
import { historyQuery } from './transactions.js'

afterEach(() => vi.unstubAllGlobals())

const place = {
  chainId: 1,
  address: '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829',
} as const
const nothing = { count: 0, next: null, previous: null, results: [] }
const past = { fromBlock: 1n, toBlock: 9n, hasMore: false }

async function readFirst() {
  const { pages } = await new QueryClient().fetchInfiniteQuery(
    historyQuery(place),
  )
  return pages[0]
}

test('a page of the past knows when the chain was read for it', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
  provideStandIn(async () => ({ ...nothing, past }))
  expect(await readFirst()).toMatchObject({ results: [], past })
})

test('a gateway cannot say that its answer was read from the chain', async () => {
  const said = { ...nothing, past: { fromBlock: 1, toBlock: 9 } }
  vi.stubGlobal('fetch', async () => Response.json(said))
  const page = await readFirst()
  expect(page?.results).toEqual([])
  expect(page?.past).toBeUndefined()
})
