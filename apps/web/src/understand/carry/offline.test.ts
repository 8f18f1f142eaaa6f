import { buildSafeTransaction } from '@covault/protocol'
import { type Address, parseEther } from 'viem'
import { expect, test } from 'vitest'
import { decodeBytes } from '../decode/decodeTransaction.js'
import type { SafeScope } from '../safe/safePlace.js'
import { describeIntent } from '../tell/describeIntent.js'
import { describeIfPublished } from './offline.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const nameOf = () => undefined

/** A batch of two payments, told without a chain. */
function tell(chainId: number, change: { to?: Address } = {}) {
  const domain = { chainId, safe: address, version: '1.4.1' } as const
  const pay = (digit: string) => ({
    to: `0x${digit.repeat(40)}` as Address,
    value: parseEther('0.1'),
    data: '0x' as const,
    operation: 0 as const,
  })
  const transaction = {
    ...buildSafeTransaction({
      domain,
      calls: [pay('3'), pay('4')],
      nonce: 0n,
    }),
    ...change,
  }
  const scope = { chain: { chainId, nativeCurrency }, address }
  const { intent } = decodeBytes(scope as SafeScope, { domain, transaction })
  return {
    headline: describeIntent(intent, nameOf),
    expected: describeIfPublished(intent, nameOf),
  }
}

test('an offline batch is told by its effect where the release knows its code', () => {
  expect(tell(1)).toEqual({
    headline: 'Send 0.2 ETH to 2 recipients',
    expected: undefined,
  })
})

test('on another network the headline promises nothing, and the effect is told with its condition', () => {
  const { headline, expected } = tell(31337)
  expect(headline).toMatch(/^Execute the code of 0x\w+ as 0x\w+ \(delegatecall/)
  expect(expected).toBe(
    'If this code is the official MultiSendCallOnly 1.4.1, the transaction does this: send 0.2 ETH to 2 recipients.',
  )
})

test('of code at any other address nothing is expected', () => {
  const stranger = '0x5555555555555555555555555555555555555555'
  expect(tell(31337, { to: stranger }).expected).toBeUndefined()
  expect(tell(1, { to: stranger }).expected).toBeUndefined()
})
