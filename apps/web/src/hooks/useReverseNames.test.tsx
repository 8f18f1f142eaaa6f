import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reverseNameKey } from '../wallet/reverseNameKey.js'
import { useReverseNames } from './useReverseNames.js'

const alice = {
  chainId: 31_337,
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
} as const

test('tells a name as soon as it was read, on its own network alone', async () => {
  const queries = new QueryClient()
  const { result } = renderHook(useReverseNames, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    ),
  })
  const seen = () => result.current(alice)
  expect(seen()).toBeUndefined()
  const before = result.current
  await act(async () => {
    queries.setQueryData(
      [reverseNameKey, alice.chainId, alice.address],
      'alice.eth',
    )
  })
  expect(result.current).not.toBe(before)
  expect(seen()).toBe('alice.eth')
  expect(result.current({ ...alice, chainId: 1 })).toBeUndefined()
})
