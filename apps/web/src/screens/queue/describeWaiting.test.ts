// @vitest-environment node
import type { TransactionSummary } from '@covault/api'
import { expect, test } from 'vitest'
import { describeWaiting } from './describeWaiting.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

test('says how many wait, and how many for the reader', () => {
  const entries = [entry([alice, bob]), entry([bob])]
  const facts = {
    account: alice,
    isWhole: true,
    isHeard: true,
    withheld: 0,
  } as const
  expect(describeWaiting([], facts)).toBe('Nothing waiting')
  expect(describeWaiting(entries, facts)).toBe(
    '2 waiting, 1 needs your signature',
  )
  const part = { ...facts, account: null, isWhole: false }
  expect(describeWaiting(entries, part)).toBe('2+ waiting')
})

test('counts what is missing from the list beside what is listed', () => {
  const entries = [entry([alice, bob]), entry([bob])]
  const facts = {
    account: alice,
    isWhole: true,
    isHeard: true,
    withheld: 1,
  } as const
  expect(describeWaiting(entries, facts)).toBe(
    '2 listed, 1 missing, 1 needs your signature',
  )
  expect(describeWaiting([], facts)).toBe('0 listed, 1 missing')
})

test('says only of this browser what waits while the gateway is not heard', () => {
  const facts = {
    account: alice,
    isWhole: true,
    isHeard: false,
    withheld: 0,
  } as const
  expect(describeWaiting([], facts)).toBe('Nothing waiting in this browser')
  expect(describeWaiting([entry([alice])], facts)).toBe(
    '1 waiting in this browser, 1 needs your signature',
  )
})

function entry(missing: readonly (typeof alice | typeof bob)[]) {
  const executionInfo = {
    type: 'MULTISIG',
    missingSigners: missing.map((value) => ({ value })),
  }
  const transaction = { executionInfo } as unknown as TransactionSummary
  return { kind: 'entry', transaction } as Parameters<
    typeof describeWaiting
  >[0][number]
}
