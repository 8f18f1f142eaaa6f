import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  readPlaceKey,
  readTimelineKey,
  readTransactionKey,
  writePlaceKey,
  writeTimelineKey,
  writeTransactionKey,
} from './pageKeys.js'

const hash = `0x${'ab'.repeat(32)}` as const
const block = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n })
const small = fc.nat({ max: 999_999_999 })

test('keys are read as they were written, on chains of any length and at any nonce', () => {
  fc.assert(
    fc.property(block, small, small, small, (number, tx, log, leg) => {
      const item = {
        blockNumber: number,
        txIndex: tx,
        orderKey: -number,
        kind: 'multisig',
        ref: hash,
      } as const
      expect(readTimelineKey(writeTimelineKey(item))).toEqual(item)
      const place = { blockNumber: number, txIndex: tx, logIndex: log, leg }
      expect(readPlaceKey(writePlaceKey(place))).toEqual(place)
      const queued = { nonce: number, submitted: number, safeTxHash: hash }
      expect(readTransactionKey(writeTransactionKey(queued))).toEqual(queued)
    }),
  )
})

test('what is no key is none, and nothing that a database would choke on', () => {
  for (const text of [
    undefined,
    '',
    '1',
    '....',
    `-1.0.0.multisig.${hash}`,
    `1.4294967296.0.multisig.${hash}`,
    `9223372036854775808.0.0.multisig.${hash}`,
    '1.0.0.other.x',
    "1.0.0.multisig.' or 1=1",
    `1.0.0.multisig.${'x'.repeat(67)}`,
    `1.2.0x${'AB'.repeat(32)}`,
    '1.2.3.99999999999',
  ]) {
    expect(readTimelineKey(text), text).toBeUndefined()
    expect(readPlaceKey(text), text).toBeUndefined()
    expect(readTransactionKey(text), text).toBeUndefined()
  }
})
