import { focusManager } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rerunInterval, useRerun } from './useRerun.js'

const refetch = vi.fn(async () => undefined)

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})

afterEach(() => {
  vi.useRealTimers()
  refetch.mockClear()
  focusManager.setFocused(undefined)
})

test('a fast chain makes it run once in the interval, not at each block', () => {
  const { rerender } = follow({ age: 0n })
  wait(rerunInterval * 3)
  expect(refetch).not.toHaveBeenCalled()
  const at = Date.now()
  for (const age of [1n, 2n, 3n]) {
    rerender({ age, at })
    wait(rerunInterval / 4)
  }
  expect(refetch).not.toHaveBeenCalled()
  wait(rerunInterval / 4)
  expect(refetch).toHaveBeenCalledExactlyOnceWith({ cancelRefetch: false })
  // The new run is of the newest block: there is nothing to do until the next.
  rerender({ age: 0n, at: Date.now() })
  wait(rerunInterval * 3)
  expect(refetch).toHaveBeenCalledOnce()
})

test('a slow chain makes it run with its next block', () => {
  const { rerender } = follow({ age: 0n })
  const at = Date.now()
  wait(rerunInterval + 1)
  rerender({ age: 1n, at })
  wait(1)
  expect(refetch).toHaveBeenCalledOnce()
})

test('a run that failed is not repeated, whatever comes', () => {
  const { rerender } = follow({ age: 1n })
  wait(rerunInterval)
  expect(refetch).toHaveBeenCalledOnce()
  for (const age of [1n, 2n, 3n]) {
    rerender({ age, at: 1_000_000, error: new Error('No connection') })
    wait(rerunInterval * 2)
  }
  expect(refetch).toHaveBeenCalledOnce()
})

test('a page that nobody sees waits until it is seen', () => {
  focusManager.setFocused(false)
  follow({ age: 1n })
  wait(rerunInterval * 3)
  expect(refetch).not.toHaveBeenCalled()
  act(() => focusManager.setFocused(true))
  wait(1)
  expect(refetch).toHaveBeenCalledOnce()
})

type Followed = { age: bigint; at?: number; error?: Error | null }

function follow(initialProps: Followed) {
  return renderHook(
    ({ age, at = 1_000_000, error = null }: Followed) =>
      useRerun({ age, at, error, refetch }),
    { initialProps },
  )
}

function wait(milliseconds: number): void {
  act(() => vi.advanceTimersByTime(milliseconds))
}
