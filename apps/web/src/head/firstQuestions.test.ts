import type { AppConfig } from '@covault/api'
import { findChain } from '@covault/protocol'
import { QueryClient } from '@tanstack/react-query'
import { getAddress } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstBalances } from '../hooks/usePortfolio.js'
import { listExpected } from '../lib/expectedSafes.js'
import { environment } from '../preferences/environment.js'
import { knownSafes } from '../preferences/knownSafes.js'
import { tokenPreferences } from '../preferences/tokens.js'
import { applyEnvironment } from '../queries/appConfig.js'
import { balancesQuery } from '../queries/balances.js'
import { listOverviewQueries, overviewsQuery } from '../queries/safes.js'
import { historyQuery, queueQuery } from '../queries/transactions.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { nameQuestion } from '../trust/early.js'
import { headQuery } from '../trust/head.js'
import {
  listFirstQuestions,
  readPage,
  type ServedChains,
} from './firstQuestions.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const local = {
  chainId: 31337,
  shortName: 'local1',
  rpcUrl: 'http://127.0.0.1:4401',
} as ChainConfig
const ethereum = {
  chainId: 1,
  shortName: 'eth',
  rpcUrl: 'https://named.example/rpc',
} as ChainConfig
const config = { chains: [local, ethereum] }

/** Later each time: an endpoint that rested before, in whatever file, does so no more. */
let days = 0
beforeEach(() => {
  vi.useRealTimers()
  days += 1
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 * days })
})

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const ask = (
  path: string,
  {
    config: served = config,
    isFromFolder = false,
  }: { config?: ServedChains; isFromFolder?: boolean } = {},
) =>
  listFirstQuestions(served, {
    page: readPage(new URL(path, window.location.origin).href),
    isFromFolder,
    nodes: { 1: findChain(1)?.rpcUrl ?? '' },
    readStored: (name) => localStorage.getItem(`covault.v1.${name}`),
  })
const names = (path: string, more?: { isFromFolder?: boolean }) =>
  ask(path, more)
    .map(({ url, body }) => nameQuestion(url, body))
    .sort()

/** What the app itself asks, by the queries of a page. */
async function record(run: (queries: QueryClient) => Promise<unknown>[]) {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string | URL, init?: RequestInit) => {
    const body = typeof init?.body === 'string' ? init.body : undefined
    asked.push(nameQuestion(String(url), body))
    return Promise.resolve(Response.json({}, { status: 404 }))
  })
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false } },
  })
  await Promise.allSettled(run(queries))
  return [...new Set(asked)].sort()
}

const place = { chainId: 31337, address } as const

test('are those that the app asks, letter for letter', async () => {
  const overview = overviewsQuery({
    safes: [place],
    currency: 'usd',
    wallet: null,
  })
  const balances = balancesQuery({
    ...place,
    currency: 'usd',
    trustedOnly: true,
  })
  expect(
    await record((queries) => [
      queries.fetchQuery(headQuery(local)),
      queries.fetchQuery(overview),
      queries.fetchQuery(balances),
      queries.fetchInfiniteQuery(queueQuery(place)),
      queries.fetchInfiniteQuery(historyQuery(place)),
    ]),
  ).toEqual(names(`/home?safe=local1:${address}`))
})

test('on the first page, are of every chain and of the node that it is read through', async () => {
  const asked = await record((queries) => [
    queries.fetchQuery(headQuery(local)),
    queries.fetchQuery(headQuery(ethereum)),
  ])
  const first = names('/welcome/accounts')
  expect(first).toHaveLength(2)
  // Whom the gateway names is asked where the release's node does not answer.
  const isNamed = (name: string) => name.startsWith('https://named.example')
  expect(asked.filter((name) => !isNamed(name))).toEqual(first)
})

test('on the first page, are of all safes that it names before a chain has, as it asks itself', async () => {
  const safes = Array.from({ length: 13 }, (_, at) => ({
    chainId: at === 3 ? 1 : at === 4 ? 5 : 31337,
    address: getAddress(`0x${(at + 1).toString(16).padStart(40, 'a')}`),
  }))
  const known = safes.slice(0, 2).map((safe) => ({ ...safe, pinned: false }))
  knownSafes.write(known)
  const served = { ...config, demo: { safes } }
  const asked = await record((queries) =>
    listOverviewQueries(listExpected(served, knownSafes.read()), {
      currency: 'usd',
      wallet: undefined,
    }).map((query) => queries.fetchQuery(query)),
  )
  // Eleven of the first chain are asked for in two requests.
  expect(asked).toHaveLength(3)
  const first = ask('/welcome/accounts', { config: served }).map(
    ({ url, body }) => nameQuestion(url, body),
  )
  expect(first).toEqual(expect.arrayContaining(asked))
  expect(first).toHaveLength(5)
  localStorage.setItem('covault.v1.knownSafes', '[null, 1')
  expect(ask('/welcome/accounts')).toHaveLength(2)
})

test('on the first page, are also of the safe that it is opened with', async () => {
  const overview = { safes: [place], currency: 'usd', wallet: null }
  const asked = await record((queries) => [
    queries.fetchQuery(overviewsQuery(overview)),
  ])
  const first = names('/welcome/accounts')
  expect(names(`/welcome/accounts?safe=local1:${address}`)).toEqual(
    [...first, ...asked].sort(),
  )
})

test('of an address that leads on, are those of the page where it ends', () => {
  const safe = `?safe=local1:${address}`
  expect(names('/')).toEqual(names('/welcome/accounts'))
  expect(names('/')).not.toEqual([])
  expect(names(`/transactions${safe}`)).toEqual(
    names(`/transactions/queue${safe}`),
  )
  expect(names(`/transactions${safe}`)).toHaveLength(3)
})

test('go to the servers of the reader’s choice, and to no other', async () => {
  const chosen = {
    gatewayUrl: 'https://mine.example/',
    rpcUrls: [{ chainId: 31337, url: 'https://node.example/key' }],
  }
  localStorage.setItem('covault.v1.environment', JSON.stringify(chosen))
  localStorage.setItem(
    'covault.v1.appearance',
    JSON.stringify({ currency: 'eur', copyPrefix: false }),
  )
  const urls = ask(`/balances?safe=local1:${address}`).map(({ url }) => url)
  expect(urls).toEqual([
    'https://node.example/key',
    `https://mine.example/v2/safes?safes=31337%3A${address}&currency=eur&trusted=true&exclude_spam=true`,
    `https://mine.example/v1/chains/31337/safes/${address}/balances/eur?trusted=true&exclude_spam=true`,
  ])
})

test('go to the chosen gateway also where it names its own node', () => {
  const chain: ChainConfig = {
    ...local,
    rpcUrl: '/rpc/31337',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  const relative = { chains: [chain] } as AppConfig
  const askOf = (isFromFolder = false) =>
    ask(`/home?safe=local1:${address}`, { config: relative, isFromFolder }).map(
      ({ url }) => new URL(url).origin,
    )
  const { origin } = window.location
  expect([...new Set(askOf())]).toEqual([origin])
  expect(askOf(true)).toEqual([])
  environment.write({ gatewayUrl: 'https://mine.example/', rpcUrls: [] })
  expect([...new Set(askOf())]).toEqual(['https://mine.example'])
  expect(askOf()).toHaveLength(5)
  const named = applyEnvironment(relative, environment.read())
  expect(
    ask(`/home?safe=local1:${address}`, { config: relative })[0]?.url,
  ).toBe(named.chains[0]?.rpcUrl)
})

test('are of the tokens that the reader wants to see', async () => {
  tokenPreferences.write({ trustedOnly: false, hideDust: true, hidden: [] })
  const asked = await record((queries) => [
    queries.fetchQuery(firstBalances(place)),
  ])
  expect(asked).toHaveLength(1)
  expect(names(`/balances?safe=local1:${address}`)).toEqual(
    expect.arrayContaining(asked),
  )
})

test('are no lists of a page that a flow stands before', async () => {
  const overview = { safes: [place], currency: 'usd', wallet: null }
  expect(names(`/home?safe=local1:${address}&flow=send-tokens`)).toEqual(
    await record((queries) => [
      queries.fetchQuery(headQuery(local)),
      queries.fetchQuery(overviewsQuery(overview)),
    ]),
  )
})

test('are none of a websocket, which the app opens and keeps', () => {
  const rpcUrls = [{ chainId: 31337, url: 'wss://node.example/key' }]
  localStorage.setItem(
    'covault.v1.environment',
    JSON.stringify({ gatewayUrl: null, rpcUrls }),
  )
  for (const page of ['/welcome/accounts', `/home?safe=local1:${address}`])
    for (const { url } of ask(page)) expect(url).toMatch(/^https?:/)
})

test('are none of a gateway that is not there, nor of a safe that is spelled otherwise', () => {
  const folder = names(`/home?safe=local1:${address}`, { isFromFolder: true })
  expect(folder).toHaveLength(1)
  for (const safe of [
    `local1:${address.toLowerCase()}`,
    `nope:${address}`,
    'x',
  ])
    expect(names(`/home?safe=${safe}`)).toEqual([])
  localStorage.setItem('covault.v1.environment', '{"broken')
  localStorage.setItem('covault.v1.appearance', '"usd"')
  expect(names(`/transactions/queue?safe=local1:${address}`)).toHaveLength(3)
})
