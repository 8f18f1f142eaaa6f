import { encodeAbiParameters, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { describeRevert } from './reverts.js'

function withReason(text: string): { data: Hex } {
  const encoded = encodeAbiParameters([{ type: 'string' }], [text])
  return { data: `0x08c379a0${encoded.slice(2)}` }
}

test('tells the codes of the contracts in words', () => {
  expect(describeRevert(withReason('GS013'))).toBe(
    'A call in this transaction fails: a balance may be too low, or a contract may refuse. (GS013)',
  )
  expect(describeRevert(withReason('GS026'))).toMatch(/isn’t by an owner/)
})

test('finds the reason wherever a node puts it', () => {
  const { data } = withReason('GS020')
  expect(describeRevert({ cause: { data: { data } } })).toMatch(/GS020/)
})

test('shows the words of others as theirs, without tricks', () => {
  expect(describeRevert(withReason('paused\u202e <b>'))).toBe(
    'A contract reverted with “paused\uFFFD <b>”.',
  )
  expect(describeRevert({ data: '0x12345678' })).toBe(
    'A contract reverted with error 0x12345678.',
  )
  expect(describeRevert(new Error('http://node/key'))).toBe(
    'The RPC endpoint gives no reason.',
  )
})
