// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { expect, test } from 'vitest'
import { type News, newsRecords } from '../preferences/notices.js'
import { showToast } from '../ui/toasts.js'
import { markSeen, useNotices } from './notices.js'

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
