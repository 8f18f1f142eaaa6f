import { expect, test } from 'vitest'
import { getNonceState, recommendNonce } from './nonce.js'

test('recommends the nonce of the safe when nothing waits', () => {
  expect(recommendNonce({ current: 5n, waiting: [] })).toBe(5n)
  expect(recommendNonce({ current: 5n, waiting: [2n, 4n] })).toBe(5n)
})

test('recommends the nonce after one that waits for the present', () => {
  expect(recommendNonce({ current: 5n, waiting: [5n] })).toBe(6n)
})

test('recommends the nonce after the highest that waits, over small gaps', () => {
  expect(recommendNonce({ current: 5n, waiting: [9n, 5n, 9n] })).toBe(10n)
  expect(recommendNonce({ current: 5n, waiting: [105n] })).toBe(106n)
  expect(recommendNonce({ current: 5n, waiting: [207n, 106n, 5n] })).toBe(208n)
})

test('recommends no nonce beyond a gap of more than 100', () => {
  expect(recommendNonce({ current: 5n, waiting: [106n] })).toBe(5n)
  const highest = BigInt(Number.MAX_SAFE_INTEGER)
  expect(recommendNonce({ current: 5n, waiting: [highest] })).toBe(5n)
  expect(recommendNonce({ current: 5n, waiting: [6n, highest, 5n] })).toBe(7n)
})

test('tells used, next and later nonces apart', () => {
  const states = [4n, 5n, 6n].map((nonce) =>
    getNonceState({ current: 5n, nonce }),
  )
  expect(states).toEqual(['used', 'next', 'later'])
})
