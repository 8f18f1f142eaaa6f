// @vitest-environment node
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import {
  appendCalls,
  type BatchedCall,
} from '../../preferences/draftBatches.js'
import { duplicateCall, moveCall, replaceCall } from './changeCalls.js'

const to = '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6'

function make(count: number): BatchedCall[] {
  const calls = Array.from({ length: count }, (_, index) => ({
    to: to as Address,
    value: BigInt(index),
    data: '0x' as const,
    source: 'Send tokens',
  }))
  return appendCalls([], calls)
}

const order = (calls: readonly BatchedCall[]) => calls.map(({ id }) => id)

test('a call moves up, down and not beyond the ends', () => {
  expect(order(moveCall(make(4), 3, 1))).toEqual([1, 3, 2, 4])
  expect(order(moveCall(make(4), 1, 2))).toEqual([2, 3, 1, 4])
  expect(order(moveCall(make(4), 1, -1))).toEqual([1, 2, 3, 4])
  expect(order(moveCall(make(4), 4, 9))).toEqual([1, 2, 3, 4])
  expect(order(moveCall(make(2), 7, 0))).toEqual([1, 2])
})

test('a copy stands behind its original and has a name of its own', () => {
  const calls = duplicateCall(make(3), 2)
  expect(order(calls)).toEqual([1, 2, 4, 3])
  expect(calls.map(({ value }) => value)).toEqual([0n, 1n, 1n, 2n])
})

test('an edited call stays where it is', () => {
  const edited = { to, value: 9n, data: '0x', source: 'Build' } as const
  const calls = replaceCall(make(3), 2, edited)
  expect(order(calls)).toEqual([1, 2, 3])
  expect(calls[1]?.value).toBe(9n)
})
