import {
  type Call,
  decodeCall,
  encodeMultiSend,
  multiSends,
} from '@covault/protocol'
import { getAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { toDataDecoded } from './dataDecoded.js'

const somewhere = getAddress(`0x${'a1'.repeat(20)}`)
const batcher = multiSends[0]?.address ?? somewhere
const transfer: Hex = `0xa9059cbb${'0'.repeat(24)}${'a1'.repeat(20)}${'0'.repeat(64)}`
const call: Call = { to: somewhere, value: 0n, data: transfer, operation: 0 }
const batch = (calls: readonly Call[]): Call => ({
  to: batcher,
  value: 0n,
  data: encodeMultiSend(calls),
  operation: 1,
})

const decode = (wanted: Call) =>
  toDataDecoded(decodeCall(wanted, { maxDepth: 16, maxCalls: 2_000 }).root)

test('every call of a batch, and of a batch in it, is told', () => {
  const inner = batch(Array.from({ length: 200 }, () => call))
  const told = JSON.stringify(decode(batch([call, inner])))
  expect(told.split('"transfer"').length - 1).toBe(201)
})

test('data that is nested to be long is not written again and again', () => {
  let nested: Call = { ...call, data: `${transfer}${'00'.repeat(50_000)}` }
  for (let depth = 0; depth < 15; depth++) nested = batch([nested])
  const told = JSON.stringify(decode(nested))
  expect(told.length).toBeLessThan(8 * nested.data.length)
  expect(decode(nested)?.method).toBe('multiSend')
})
