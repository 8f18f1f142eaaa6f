import { RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient, Providers } from '../app/providers.js'
import { createAppRouter, loadAskFirst } from '../app/router.js'
import { knownSafes } from '../preferences/knownSafes.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { safeQuery } from '../trust/safe.js'
import { appConfigQuery } from './appConfig.js'
import { isKeptAnswer } from './keptAnswers.js'
import { takeEarly, waitForFirst } from './takeEarly.js'
import { queueQuery } from './transactions.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const place = { chainId: 31337, address } as const
const config = {
  version: '0.1.0',
  chains: [
    {
      chainId: 31337,
      shortName: 'local1',
      name: 'Local',
      rpcUrl: 'http://127.0.0.1:4401',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      testnet: true,
      local: true,
      features: [],
    },
  ],
  walletConnect: null,
  demo: null,
}

const empty = { count: 0, next: null, previous: null, results: [] }
/** By the end of their paths, what the gateway says. */
const answers: Record<string, unknown> = {
  '/v2/safes': [],
  '/queued': empty,
  '/history': empty,
  '/balances/usd': { fiatTotal: '0', items: [] },
}
/** Paths, each as often as it was asked for. */
let asked: string[] = []
let questions: string[] = []

beforeEach(() => {
  asked = []
  questions = []
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const { pathname, port, search } = new URL(String(url))
    if (port === '4401') return Response.error()
    asked.push(pathname)
    questions.push(pathname + search)
    const [, answer] =
      Object.entries(answers).find(([end]) => pathname.endsWith(end)) ?? []
    return answer
      ? Response.json(answer)
      : Response.json({ code: 404, message: 'No such thing' }, { status: 404 })
  })
})
afterEach(() => vi.unstubAllGlobals())

function begin(path: string) {
  window.history.replaceState(null, '', path)
  const queries = createQueryClient()
  queries.setQueryData(appConfigQuery.queryKey, config)
  return { queries, url: new URL(window.location.href) }
}

const count = (end: string) => asked.filter((path) => path.endsWith(end)).length

test.each([
  ['/transactions/queue', ['/queued', '/v2/safes']],
  // It leads on to the queue.
  ['/transactions', ['/queued', '/v2/safes']],
  ['/balances', ['/balances/usd', '/v2/safes']],
  ['/home', ['/queued', '/balances/usd', '/history', '/v2/safes']],
])(
  'what %s shows is asked for before it is drawn, and not again',
  async (path, ends) => {
    const { queries, url } = begin(`${path}?safe=local1:${address}`)
    const first = await takeEarly(queries, url, loadAskFirst)
    await Promise.all(first.map(({ answered }) => answered))
    expect(ends.map(count)).toEqual(ends.map(() => 1))
    // And the chain for what the list is checked with.
    const { queryKey } = safeQuery({ chainId: 31337 } as ChainConfig, address)
    expect(queries.getQueryState(queryKey)).toBeDefined()
    const router = createAppRouter()
    await router.load()
    render(
      <Providers queries={queries}>
        <RouterProvider router={router} />
      </Providers>,
    )
    await screen.findByRole('heading', { level: 1 })
    await vi.waitFor(() => expect(queries.isFetching()).toBe(0))
    expect(ends.map(count)).toEqual(ends.map(() => 1))
  },
)

test('a list that is there stands in the first draw', async () => {
  const { queries, url } = begin(`/transactions/queue?safe=local1:${address}`)
  const router = createAppRouter()
  const [first] = await Promise.all([
    takeEarly(queries, url, loadAskFirst),
    router.load(),
  ])
  await Promise.all(first.map(({ answered }) => answered))
  render(
    <Providers queries={queries}>
      <RouterProvider router={router} />
    </Providers>,
  )
  expect(screen.getByText('The queue is empty.')).toBeVisible()
})

test('values of expected safes are asked for before the chain names them, and once', async () => {
  const other = {
    ...place,
    address: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
  } as const
  const elsewhere = { ...place, chainId: 5 }
  knownSafes.write([place, elsewhere].map((one) => ({ ...one, pinned: false })))
  const { queries, url } = begin('/welcome/accounts')
  queries.setQueryData(appConfigQuery.queryKey, {
    ...config,
    demo: { safes: [place, other].map((one) => ({ ...one, name: 'Demo' })) },
  })
  const first = await takeEarly(queries, url, loadAskFirst)
  await Promise.all(first.map(({ answered }) => answered))
  expect(questions).toEqual([
    expect.stringContaining(
      `safes=${encodeURIComponent(`31337:${address},31337:${other.address}`)}&`,
    ),
  ])
  const router = createAppRouter()
  await router.load()
  render(
    <Providers queries={queries}>
      <RouterProvider router={router} />
    </Providers>,
  )
  await screen.findByRole('heading', { level: 1 })
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0))
  expect(count('/v2/safes')).toBe(1)
  knownSafes.write([])
})

test('nothing is asked of a page behind a flow, nor where the link names no safe', async () => {
  for (const path of [
    `/home?safe=local1:${address}&flow=send-tokens`,
    '/home?safe=nowhere',
    '/home',
  ]) {
    const { queries, url } = begin(path)
    await takeEarly(queries, url, loadAskFirst)
  }
  expect(asked).toEqual(['/v2/safes'])
})

test('nobody waits for what was known before', async () => {
  const { queries } = begin('/transactions/queue')
  const { queryKey } = queueQuery(place)
  expect(isKeptAnswer(queryKey)).toBe(true)
  queries.setQueryData(queryKey, { pages: [], pageParams: [] })
  const never = new Promise<void>(() => undefined)
  vi.useFakeTimers()
  await waitForFirst(queries, [{ queryKey, answered: never }])
  vi.useRealTimers()
})
