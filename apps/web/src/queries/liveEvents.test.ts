import {
  getDelegates,
  getFiatCodes,
  getNames,
  getOwnedSafesByChain,
  getSafeOverviews,
  getTransactionHistory,
  getTransactionQueue,
  getValueHistory,
} from '@covault/api'
import {
  QueryClient,
  type QueryKey,
  QueryObserver,
} from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { gatewayKey } from './gatewayKey.js'
import { isAffected, refreshAfter, refreshRead } from './liveEvents.js'

const safe = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const safes = [{ chainId: 31337, address: safe }] as const
const queue = gatewayKey(getTransactionQueue, { safes })
const history = gatewayKey(getTransactionHistory, { safes })
const delegates = gatewayKey(getDelegates, { safes })
const overviews = gatewayKey(getSafeOverviews, { safes, asked: 'usd' })
const chart = gatewayKey(getValueHistory, { safes, asked: 'usd' })
const codes = gatewayKey(getFiatCodes)
const names = gatewayKey(getNames, { safes })
const owned = gatewayKey(getOwnedSafesByChain, { asked: other })
const event = { chainId: 31337, safe } as const

test('a proposal touches the queue and the counts, not the history', () => {
  expect(isAffected({ name: 'queue', ...event }, queue)).toBe(true)
  expect(isAffected({ name: 'queue', ...event }, overviews)).toBe(true)
  expect(isAffected({ name: 'queue', ...event }, history)).toBe(false)
})

test('an execution touches the safe on chain too', () => {
  expect(isAffected({ name: 'history', ...event }, history)).toBe(true)
  expect(isAffected({ name: 'history', ...event }, ['safe', 31337, safe])).toBe(
    true,
  )
})

test('an incoming token touches the chart and the overviews, not the queue', () => {
  expect(isAffected({ name: 'balance', ...event }, chart)).toBe(true)
  expect(isAffected({ name: 'balance', ...event }, overviews)).toBe(true)
  expect(isAffected({ name: 'balance', ...event }, queue)).toBe(false)
})

test('a reorg touches the safes of its chain, and nothing that is of none', () => {
  const reorg = { name: 'reorg', chainId: 31337, safe: null } as const
  expect(isAffected(reorg, queue)).toBe(true)
  expect(isAffected({ ...reorg, chainId: 31338 }, queue)).toBe(false)
  expect(isAffected(reorg, codes)).toBe(false)
})

test('a chain whose number is part of another is another', () => {
  const elsewhere = { name: 'queue', chainId: 3133, safe } as const
  expect(isAffected(elsewhere, queue)).toBe(false)
})

test('new owners of any safe touch the list of safes of an owner', () => {
  expect(isAffected({ name: 'safe', ...event }, owned)).toBe(true)
  expect(isAffected({ name: 'safe', ...event }, codes)).toBe(false)
  expect(isAffected({ name: 'queue', ...event }, owned)).toBe(false)
})

test('an act asks again for what its event touches, and for no more', async () => {
  const queries = new QueryClient()
  for (const key of [queue, history, overviews, codes, owned])
    queries.setQueryData(key, 'answer')
  await refreshAfter(queries, { name: 'queue', ...event })
  expect(listStale(queries)).toEqual([queue, overviews])
})

test('whoever begins to listen asks again for all that an event may touch', async () => {
  const queries = new QueryClient()
  const ofChain = ['safe', 31337, safe] as const
  const told = [
    ...[queue, history, overviews, chart, names, owned, delegates],
    ofChain,
  ]
  for (const key of [...told, codes, ['head', 31337]])
    queries.setQueryData(key, 'answer')
  await refreshRead(queries)
  expect(listStale(queries)).toEqual(told)
})

test('a first answer that was under way when something changed is asked for once more', async () => {
  const queries = new QueryClient()
  const answers: ((text: string) => void)[] = []
  const observer = new QueryObserver(queries, {
    queryKey: history,
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  const stop = observer.subscribe(() => undefined)
  const asked = refreshAfter(queries, { name: 'history', ...event })
  answers[0]?.('written before the change')
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.('with the change')
  await asked
  expect(queries.getQueryData(history)).toBe('with the change')
  stop()
})

test('another safe and another chain are left alone', () => {
  const elsewhere = { name: 'queue', chainId: 31338, safe } as const
  expect(isAffected(elsewhere, queue)).toBe(false)
  expect(
    isAffected({ name: 'queue', chainId: 31337, safe: other }, queue),
  ).toBe(false)
})

test('missed events make everything of the gateway stale', () => {
  const reset = { name: 'reset', chainId: null, safe: null } as const
  expect(isAffected(reset, queue)).toBe(true)
  expect(isAffected(reset, history)).toBe(true)
  expect(isAffected(reset, ['head', 31337])).toBe(false)
})

test('the greeting changes nothing', () => {
  const hello = { name: 'hello', chainId: null, safe: null } as const
  expect(isAffected(hello, queue)).toBe(false)
})

function listStale(queries: QueryClient): QueryKey[] {
  return queries
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.isInvalidated })
    .map(({ queryKey }) => queryKey)
}
