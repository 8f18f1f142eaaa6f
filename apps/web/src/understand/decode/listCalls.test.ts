// @vitest-environment node
import { type Call, encodeMultiSend } from '@covault/protocol'
import { expect, test } from 'vitest'
import { findForm } from './listCalls.js'

const to = '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6'
const pay: Call = { to, value: 5n, data: '0x', operation: 0 }
const call: Call = { to, value: 0n, data: '0xabcd', operation: 0 }
const batch = (...calls: Call[]): Call => ({
  to,
  value: 0n,
  data: encodeMultiSend(calls),
  operation: 1,
})

test.each([
  ['a payment', pay, 'send-tokens'],
  ['several payments', batch(pay, pay), 'send-tokens'],
  ['one call', call, 'builder'],
  ['a batch of payments and calls', batch(pay, call), 'batch'],
  [
    'a delegatecall in a batch',
    batch(pay, { ...call, operation: 1 }),
    undefined,
  ],
  ['an unknown delegatecall', { ...call, operation: 1 } as Call, undefined],
  ['an empty call', { ...pay, value: 0n }, undefined],
])('%s is replaced in the form that holds it', (_, given, form) => {
  expect(findForm(given)).toBe(form)
})
