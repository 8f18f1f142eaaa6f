import type { Call } from '@covault/protocol'
import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { SafePlace } from './safePlace.js'
import { isBorneOut, safeTxGasQuery } from './safeTxGas.js'

const call: Call = { to: zeroAddress, value: 0n, data: '0x', operation: 0 }
const isAsked = (
  version: string,
  calls: readonly Call[],
  chain: { chainId: number; features?: string[] } = { chainId: 1 },
) =>
  safeTxGasQuery(
    {
      chain,
      address: zeroAddress,
      safe: { version },
    } as unknown as SafePlace,
    calls,
  ).enabled

test('a figure is asked for where an old safe makes one plain call', () => {
  expect(isAsked('1.1.1', [call])).toBe(true)
  expect(isAsked('1.3.0', [call])).toBe(false)
  expect(isAsked('1.1.1', [call, call])).toBe(false)
  expect(isAsked('1.1.1', [{ ...call, operation: 1 }])).toBe(false)
})

test('a figure is asked for where a network does without none', () => {
  const features = ['ERC721']
  expect(isAsked('1.4.1', [call], { chainId: 987_654, features })).toBe(true)
  expect(isAsked('1.4.1', [call], { chainId: 987_654 })).toBe(false)
  // Of a known network the release says it: zero protects the nonce.
  expect(isAsked('1.4.1', [call], { chainId: 1, features })).toBe(false)
})

test('a suggestion counts only near the browser’s own estimate', () => {
  expect(isBorneOut(80_000n, 21_000n)).toBe(true)
  expect(isBorneOut(21_000n, 21_000n)).toBe(true)
  // Too little helps nobody, too much locks the transaction.
  expect(isBorneOut(1_000n, 21_000n)).toBe(false)
  expect(isBorneOut(10_000_000n, 21_000n)).toBe(false)
})
