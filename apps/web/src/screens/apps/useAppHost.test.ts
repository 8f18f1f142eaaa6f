import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Host } from '../../apps/answerRequest.js'
import { useAppHost } from './useAppHost.js'

test('an app that is loaded anew has not spoken yet', () => {
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
