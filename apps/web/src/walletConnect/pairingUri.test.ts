import { expect, test } from 'vitest'
import { readPairingUri } from './pairingUri.js'

const topic = 'aa'.repeat(32)
const key = 'bb'.repeat(32)
const now = 1_700_000_000_000
const good = `wc:${topic}@2?relay-protocol=irn&symKey=${key}`
const read = (text: string) =>
  readPairingUri(text, { now, used: ['cc'.repeat(32)] })

test('reads a code of version 2', () => {
  expect(read(`  ${good}&expiryTimestamp=1700000060\n`)).toEqual({
    uri: `${good}&expiryTimestamp=1700000060`,
    topic,
    expiresAt: 1_700_000_060_000,
  })
  expect(read(`${good}&methods=wc_sessionPropose`).expiresAt).toBe(
    now + 300_000,
  )
})

test.each([
  ['', /Paste the WalletConnect link/],
  ['https://swap.example', /isn’t a WalletConnect link/],
  ['wc:', /isn’t a WalletConnect link/],
  [`wc:${topic}@1?bridge=https%3A%2F%2Fb&key=${key}`, /version 1.* shut down/],
  [`wc:${topic}@3?symKey=${key}`, /version 3/],
  [`wc:abc@2?relay-protocol=irn&symKey=${key}`, /topic is missing/],
  [`wc:${topic}@2?relay-protocol=irn`, /key is missing/],
  [`wc:${topic}@2?relay-protocol=irn&symKey=${key.slice(2)}`, /key is cut off/],
  [
    `wc:${topic}@2?relay-protocol=waku&symKey=${key}`,
    /unknown WalletConnect relay/,
  ],
  [`${good}&expiryTimestamp=1700000000`, /has expired/],
  [`${good}&expiryTimestamp=soon`, /has expired/],
  [good.replace(topic, 'cc'.repeat(32)), /was already used/],
])('says what is wrong with %j', (text, mistake) => {
  expect(read(text).mistake).toMatch(mistake)
})
