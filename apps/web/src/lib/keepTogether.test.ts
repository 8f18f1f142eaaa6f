import { expect, test } from 'vitest'
import { keepTogether } from './keepTogether.js'

test.each([
  ['Reject nonce 9', 'Reject nonce_9'],
  ['Nonce 12 was executed', 'Nonce_12 was executed'],
  ['“Invoice 2026”, 1 of 2 signatures', '“Invoice 2026”, 1_of_2_signatures'],
  ['Sent 3,000 DUSD and 0.2 ETH', 'Sent 3,000_DUSD and 0.2_ETH'],
  ['Sent 2 wstETH', 'Sent 2_wstETH'],
  ['Change threshold from 2 to 3', 'Change threshold from 2 to 3'],
  ['Batch of 3 calls', 'Batch of 3 calls'],
])('keeps together what belongs together in “%s”', (sentence, kept) => {
  expect(keepTogether(sentence).replaceAll('\u00A0', '_')).toBe(kept)
})
