import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Host } from '../../apps/answerRequest.js'
import { onToast } from '../../ui/toasts.js'
import { useAppHost } from './useAppHost.js'

test('an app that is loaded again has not spoken yet', () => {
  const iframe = document.createElement('iframe')
  document.body.append(iframe)
  // The reply comes after the test and reaches nobody.
  Object.assign(iframe.contentWindow ?? {}, { postMessage: () => {} })
  const origin = 'https://app.example'
  const frame = { current: iframe }
  const host = { getSafeInfo: () => ({}) } as unknown as Host
  const { result, rerender } = renderHook(
    ({ load }) => useAppHost(frame, { origin, host, load }),
    { initialProps: { load: '0' } },
  )
  const speak = () =>
    act(() => {
      window.dispatchEvent(
        new MessageEvent('message', {
          source: iframe.contentWindow,
          origin,
          data: {
            id: 'a1',
            method: 'getSafeInfo',
            env: { sdkVersion: '9.1.0' },
          },
        }),
      )
    })
  expect(result.current.hasSpoken).toBe(false)
  speak()
  expect(result.current.hasSpoken).toBe(true)
  rerender({ load: '1' })
  expect(result.current.hasSpoken).toBe(false)
  speak()
  expect(result.current.hasSpoken).toBe(true)
})

test('an owner is told of a delegatecall that an app was refused', async () => {
  const iframe = document.createElement('iframe')
  document.body.append(iframe)
  const reply = vi.fn()
  Object.assign(iframe.contentWindow ?? {}, { postMessage: reply })
  const origin = 'https://app.example'
  const host = {} as unknown as Host
  renderHook(() => useAppHost({ current: iframe }, { origin, host, load: '0' }))
  const told: string[] = []
  const end = onToast(({ text }) => told.push(text))
  const call = { to: `0x${'11'.repeat(20)}`, value: '0', data: '0x' }
  window.dispatchEvent(
    new MessageEvent('message', {
      source: iframe.contentWindow,
      origin,
      data: {
        id: 'a2',
        method: 'sendTransactions',
        params: { txs: [{ ...call, operation: 1 }] },
        env: { sdkVersion: '9.1.0' },
      },
    }),
  )
  await waitFor(() => expect(reply).toHaveBeenCalled())
  end()
  expect(told).toHaveLength(1)
  expect(told[0]).toMatch(/^https:\/\/app\.example requested a delegatecall/)
})
