import { expect, test } from 'vitest'
import { findNonceGaps, getNonceState, recommendNonce } from './nonce.js'

test('recommends the nonce of the safe when nothing is proposed', () => {
  expect(recommendNonce({ current: 5n, proposed: [] })).toBe(5n)
  expect(recommendNonce({ current: 5n, proposed: [2n, 4n] })).toBe(5n)
})

test('recommends the nonce after one that is proposed for the present', () => {
  expect(recommendNonce({ current: 5n, proposed: [5n] })).toBe(6n)
})

test('recommends the nonce after the highest proposed, over gaps', () => {
  expect(recommendNonce({ current: 5n, proposed: [9n, 5n, 9n] })).toBe(10n)
})

test('tells used, next and later nonces apart', () => {
  const states = [4n, 5n, 6n].map((nonce) =>
    getNonceState({ current: 5n, nonce }),
  )
  expect(states).toEqual(['used', 'next', 'later'])
})

test('finds the gaps before and between queued nonces', () => {
  expect(findNonceGaps({ current: 5n, queued: [10n, 7n, 7n, 3n, 8n] })).toEqual(
    [
      { from: 5n, to: 6n },
      { from: 9n, to: 9n },
    ],
  )
  expect(findNonceGaps({ current: 5n, queued: [6n, 5n] })).toEqual([])
})
