import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LocalMessage } from '../../preferences/localQueue.js'
import { livenessQuery } from '../../queries/health.js'
import { rememberedSession } from '../../wallet/rememberedSession.js'
import { useSubmitWhenBack } from './useSubmitWhenBack.js'

const safe = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  rememberedSession.clear()
  vi.useRealTimers()
})

/** Refused a moment ago, by a gateway that answers. */
function refuse(more: Partial<LocalMessage>): LocalMessage {
  return {
    chainId: 31337,
    safe,
    content: 'We agree.',
    messageHash: `0x${'ab'.repeat(32)}`,
    isProposed: false,
    at: Date.now(),
    failedAt: Date.now(),
    refusal: 'No.',
    signatures: [{ signer: alice, signature: '0x11', at: Date.now() }],
    ...more,
  }
}

function follow(kept: LocalMessage) {
  const queries = new QueryClient()
  queries.setQueryData(livenessQuery.queryKey, { status: 'OK' } as never)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  const submit = vi.fn()
  const { rerender } = renderHook(
    (value: LocalMessage) => useSubmitWhenBack(value, submit),
    { wrapper, initialProps: kept },
  )
  return { submit, rerender }
}

test('what a busy gateway refused is sent again later, ever more rarely', () => {
  const kept = refuse({ passesWith: 'time' })
  const { submit, rerender } = follow(kept)
  vi.advanceTimersByTime(29_000)
  expect(submit).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2000)
  expect(submit).toHaveBeenCalledTimes(1)
  // Nothing came of it: it is not sent once more until it is refused again.
  vi.advanceTimersByTime(600_000)
  expect(submit).toHaveBeenCalledTimes(1)
  rerender({ ...kept, failedAt: Date.now() })
  vi.advanceTimersByTime(590_000)
  expect(submit).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(20_000)
  expect(submit).toHaveBeenCalledTimes(2)
})

test('what needs a session is sent when somebody signs in', () => {
  const { submit } = follow(refuse({ passesWith: 'signIn' }))
  expect(submit).not.toHaveBeenCalled()
  act(() =>
    rememberedSession.write({ address: alice, expiresAt: Date.now() + 1000 }),
  )
  expect(submit).toHaveBeenCalledTimes(1)
})

test('what was refused for good is not sent again by itself', () => {
  const { submit } = follow(refuse({}))
  act(() =>
    rememberedSession.write({ address: alice, expiresAt: Date.now() + 1000 }),
  )
  vi.advanceTimersByTime(3_600_000)
  expect(submit).not.toHaveBeenCalled()
})

test('what came late is not sent by itself', () => {
  const kept = refuse({ passesWith: 'time' })
  const signatures = kept.signatures.map((one) => ({ ...one, isLate: true }))
  const { submit } = follow({ ...kept, signatures })
  vi.advanceTimersByTime(3_600_000)
  expect(submit).not.toHaveBeenCalled()
})
