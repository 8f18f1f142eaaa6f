import { QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Address } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChainConfig } from '../trust/chainClient.js'
import { decimalsQuery } from '../trust/contracts.js'
import { reverseNameKey } from '../wallet/reverseNameKey.js'
import { forgetFacts, keepFacts, longestKept, mostKept } from './keptFacts.js'

const token: Address = '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6'
const key = decimalsQuery({ chainId: 1 } as ChainConfig, token).queryKey

beforeEach(async () => {
  await forgetFacts()
  vi.useFakeTimers({ now: 1_000_000_000 })
})
afterEach(() => vi.useRealTimers())

/** A visit of the page, with what it finds when it begins. */
async function visit(): Promise<QueryClient> {
  const queries = new QueryClient()
  keepFacts(queries)
  await vi.advanceTimersByTimeAsync(10)
  return queries
}

const read = (queries: QueryClient, value: unknown, asked: QueryKey = key) =>
  queries.fetchQuery({ queryKey: asked, queryFn: async () => value })

const settle = () => vi.advanceTimersByTimeAsync(1_100)

test('what was read is there on the next visit, as old as it is', async () => {
  await read(await visit(), 6)
  await settle()
  const next = await visit()
  expect(next.getQueryData(key)).toBe(6)
  expect(next.getQueryState(key)?.dataUpdatedAt).toBe(1_000_000_010)
  // Stale as any other reading of that age: the chain is asked again.
  await read(next, 18)
  expect(next.getQueryData(key)).toBe(18)
})

test('nothing is shown after a day, and nothing once it is forgotten', async () => {
  await read(await visit(), 6)
  await settle()
  vi.setSystemTime(1_000_000_010 + longestKept)
  expect((await visit()).getQueryData(key)).toBeUndefined()
  vi.setSystemTime(1_000_002_000)
  expect((await visit()).getQueryData(key)).toBe(6)
  await forgetFacts()
  expect((await visit()).getQueryData(key)).toBeUndefined()
})

test('nothing is written after other servers were chosen, or all was forgotten', async () => {
  const open = await visit()
  await read(open, 6)
  dispatchEvent(new StorageEvent('storage', { key: null }))
  await settle()
  expect((await visit()).getQueryData(key)).toBeUndefined()
})

test('other queries are not kept, and the oldest give way', async () => {
  const first = await visit()
  await read(first, '0x', ['contracts', 1, token])
  await read(first, 1)
  await settle()
  for (let at = 0; at < mostKept; at++) {
    await vi.advanceTimersByTimeAsync(1)
    await read(first, at, [reverseNameKey, 1, `0x${at}`])
  }
  await settle()
  const next = await visit()
  expect(next.getQueryCache().getAll()).toHaveLength(mostKept)
  expect(next.getQueryData(key)).toBeUndefined()
  expect(next.getQueryData([reverseNameKey, 1, '0x0'])).toBe(0)
  expect(next.getQueryData(['contracts', 1, token])).toBeUndefined()
})

test('decimals that nobody can have are not kept', async () => {
  await read(await visit(), 400_000_000)
  await settle()
  expect((await visit()).getQueryData(key)).toBeUndefined()
})
