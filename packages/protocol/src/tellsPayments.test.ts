import { getAddress, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { migrations, multiSends } from './deployments/table.js'
import { type Call, encodeMultiSend } from './multiSend.js'
import { listExecutedCalls, tellsPayments } from './tellsPayments.js'

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

test('calls of batches in batches are listed one by one, each with its path', () => {
  const safe = getAddress(`0x${'5a'.repeat(20)}`)
  const list = (one: Call) =>
    listExecutedCalls(safe, one).map(({ call: { to }, path }) => [to, path])
  expect(list(call)).toEqual([[somewhere, null]])
  const toItself: Call = { ...call, to: zeroAddress }
  expect(list(batch([toItself, batch([call, batch([call])])]))).toEqual([
    [safe, '0'],
    [somewhere, '1.0'],
    [somewhere, '1.1.0'],
  ])
  expect(list({ ...call, operation: 1 })).toEqual([])
  expect(list({ ...batch([call]), data: '0x8d80ff0a' })).toEqual([])
})
