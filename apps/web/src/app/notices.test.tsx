// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { expect, test } from 'vitest'
import {
  type LocalTransaction,
  localMessages,
  localTransactions,
} from '../preferences/localQueue.js'
import { type News, newsRecords } from '../preferences/notices.js'
import { appConfigQuery } from '../queries/appConfig.js'
import { safeQuery } from '../trust/safe.js'
import { showToast } from '../ui/toasts.js'
import { writeNews } from '../words/notices.js'
import { findNewsPage } from './findNewsPage.js'
import { markSeen, useNotices } from './notices.js'
import { useLocalNews } from './useLocalNews.js'

const news: News = {
  about: 'waits',
  chainId: 31337,
  safe: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  id: 'multisig_0x',
  nonce: 3n,
  time: 0,
}

test('keeps what was said and what happened, the newest first, and counts it', async () => {
  const client = new QueryClient()
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(useNotices, { wrapper })
  act(() => showToast({ kind: 'error', text: 'It failed.' }))
  await act(() => newsRecords.write('a', { ...news, time: Date.now() + 1 }))
  await waitFor(() =>
    expect(result.current.notices).toMatchObject([
      { kind: 'news', news: { about: 'waits', nonce: 3n } },
      { kind: 'error', text: 'It failed.' },
    ]),
  )
  expect(result.current.unseen).toBe(2)
  await waitFor(() => {
    act(markSeen)
    expect(result.current.unseen).toBe(0)
  })
  expect(result.current.notices).toHaveLength(2)
  act(() => {
    for (let count = 0; count < 30; count += 1)
      showToast({ kind: 'done', text: `Number ${count}` })
  })
  expect(result.current.notices).toHaveLength(20)
})

test('tells of transactions and messages that are only in this browser, until they are gone', async () => {
  const { listLocal } = listen(3n)
  await act(async () => {
    await localTransactions.write('a', pay(3n))
    await localMessages.write('b', message)
  })
  await waitFor(() =>
    expect(listLocal()).toEqual([
      ['Nonce 3 is only in this browser.', '/transactions/tx'],
      ['A message is only in this browser.', '/transactions/messages'],
    ]),
  )
  await act(async () => {
    await localTransactions.remove('a')
    await localMessages.remove('b')
  })
  await waitFor(() => expect(listLocal()).toEqual([]))
})

test('tells of two at one nonce once, and leads to the queue', async () => {
  const { listLocal } = listen(3n)
  await act(async () => {
    await localTransactions.write('a', pay(3n))
    await localTransactions.write('b', { ...pay(3n), note: 'Another' })
  })
  await waitFor(() =>
    expect(listLocal()).toEqual([
      ['Nonce 3 is only in this browser.', '/transactions/queue'],
    ]),
  )
  await act(async () => {
    await localTransactions.remove('a')
    await localTransactions.remove('b')
  })
})

test('tells nothing more of a transaction whose nonce is used', async () => {
  const { listLocal, client } = listen(3n)
  await act(async () => {
    await localTransactions.write('a', pay(3n))
    await localTransactions.write('b', pay(4n))
  })
  await waitFor(() => expect(listLocal()).toHaveLength(2))
  act(() => tellNonce(client, 4n))
  await waitFor(() =>
    expect(listLocal()).toEqual([
      ['Nonce 4 is only in this browser.', '/transactions/tx'],
    ]),
  )
  await act(async () => {
    await localTransactions.remove('a')
    await localTransactions.remove('b')
  })
})

const hash = `0x${'ab'.repeat(32)}` as const
const at = Date.now() + 60_000
const fields = {
  ...{ chainId: 31337, safe: news.safe, isProposed: false },
  signatures: [],
}
const message = { ...fields, content: 'We agree.', messageHash: hash, at }

function pay(nonce: bigint): LocalTransaction {
  const transaction = {
    ...{ to: news.safe, value: 1n, data: '0x', operation: 0, nonce },
    ...{ safeTxGas: 0n, baseGas: 0n, gasPrice: 0n },
    ...{ gasToken: news.safe, refundReceiver: news.safe },
  } as LocalTransaction['transaction']
  return { ...fields, transaction, safeTxHash: hash, note: '', at: at + 1 }
}

/** Nobody listens there. */
const chain = {
  ...{ chainId: 31337, name: 'Local 1', shortName: 'local1' },
  ...{ rpcUrl: 'http://127.0.0.1:9', testnet: true, local: true },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}

function tellNonce(client: QueryClient, nonce: bigint): void {
  client.setQueryData(safeQuery(chain, news.safe).queryKey, {
    status: 'safe',
    safe: { nonce },
  } as never)
}

function listen(nonce: bigint) {
  const client = new QueryClient()
  client.setQueryData(appConfigQuery.queryKey, {
    ...{ version: '1', chains: [chain], walletConnect: null, demo: null },
  })
  tellNonce(client, nonce)
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(
    () => {
      useLocalNews()
      return useNotices()
    },
    { wrapper },
  )
  const listLocal = () =>
    result.current.notices.flatMap((one) =>
      one.kind === 'news' && one.news.about.startsWith('local')
        ? [[writeNews(one.news), findNewsPage(one.news)]]
        : [],
    )
  return { client, listLocal }
}
