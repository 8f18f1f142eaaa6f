import { expect, test } from 'vitest'
import { endHeadline } from './endHeadline.js'

test('ends in a full stop, but not after an address', () => {
  expect(endHeadline('Reject nonce 3')).toBe('Reject nonce 3.')
  const words = 'Send 1 ETH to 0x976EA74026E726554dB657fA54763abd0C3a0aa9'
  expect(endHeadline(words)).toBe(words)
})
