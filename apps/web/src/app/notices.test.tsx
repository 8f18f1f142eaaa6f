// @vitest-environment jsdom
import type { LiveEvent } from '@covault/api'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showToast } from '../ui/toasts.js'
import { markSeen, noteNews, useNotices } from './notices.js'

const event: LiveEvent = {
  name: 'history',
  id: '1',
  chainId: 31337,
  safe: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  ref: null,
  block: 7,
}

test('keeps what was said and what changed, the newest first, and counts it', () => {
  const { result } = renderHook(useNotices)
  act(() => showToast({ kind: 'error', text: 'It failed.' }))
  act(() => {
    noteNews(event)
    // The same change, seen from another side.
    noteNews({ ...event, id: '2' })
    noteNews({ ...event, id: '3', name: 'balance' })
    noteNews({ ...event, id: '4', name: 'reset', safe: null })
  })
  expect(result.current.unseen).toBe(2)
  expect(result.current.notices).toMatchObject([
    { kind: 'news', about: 'history', safe: event.safe },
    { kind: 'error', text: 'It failed.' },
  ])
  act(markSeen)
  expect(result.current.unseen).toBe(0)
  expect(result.current.notices).toHaveLength(2)
  act(() => {
    for (let count = 0; count < 30; count += 1)
      showToast({ kind: 'done', text: `Number ${count}` })
  })
  expect(result.current.notices).toHaveLength(20)
  expect(result.current.notices[0]).toMatchObject({ text: 'Number 29' })
})
