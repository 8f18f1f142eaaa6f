import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { migrations, multiSends } from './deployments/table.js'
import { type Call, encodeMultiSend } from './multiSend.js'
import { tellsPayments } from './tellsPayments.js'

const somewhere = getAddress(`0x${'a1'.repeat(20)}`)
const batcher = multiSends[0]?.address ?? somewhere
const call: Call = { to: somewhere, value: 1n, data: '0x', operation: 0 }
const batch = (calls: readonly Call[]): Call => ({
  to: batcher,
  value: 0n,
  data: encodeMultiSend(calls),
  operation: 1,
})

test('calls and batches of calls tell what they send', () => {
  expect(tellsPayments(call)).toBe(true)
  expect(tellsPayments(batch([call, batch([call])]))).toBe(true)
  const migration = migrations[0]?.address ?? somewhere
  expect(tellsPayments({ ...call, to: migration, operation: 1 })).toBe(true)
})

test('code that runs in the name of the safe does not', () => {
  const code: Call = { ...call, operation: 1 }
  expect(tellsPayments(code)).toBe(false)
  expect(tellsPayments(batch([call, batch([code])]))).toBe(false)
  expect(tellsPayments({ ...batch([call]), data: '0x8d80ff0a' })).toBe(false)
})
