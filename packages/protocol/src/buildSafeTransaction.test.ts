import { expect, test } from 'vitest'
import {
  buildRejection,
  buildSafeTransaction,
  DelegatecallInBatchError,
  EmptyBatchError,
  NoMultiSendError,
} from './buildSafeTransaction.js'
import { type Call, decodeMultiSend } from './multiSend.js'

const domain = { chainId: 1, version: '1.4.1' } as const
const call: Call = {
  to: '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829',
  value: 5n,
  data: '0x1234',
  operation: 0,
}
const none = '0x0000000000000000000000000000000000000000'

test('makes one call as it is, without refund', () => {
  expect(buildSafeTransaction({ domain, calls: [call], nonce: 7n })).toEqual({
    ...call,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: none,
    refundReceiver: none,
    nonce: 7n,
  })
})

test('makes several calls through MultiSendCallOnly of the version', () => {
  const calls = [call, { ...call, value: 6n }]
  const built = buildSafeTransaction({ domain, calls, nonce: 0n })
  expect(built).toMatchObject({
    to: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
    value: 0n,
    operation: 1,
  })
  expect(decodeMultiSend(built.data)).toEqual(calls)
})

test('serves safes before 1.3.0 with the MultiSendCallOnly of 1.3.0', () => {
  const old = { chainId: 1, version: '1.1.1' } as const
  expect(
    buildSafeTransaction({ domain: old, calls: [call, call], nonce: 0n }).to,
  ).toBe('0x40A2aCCbd92BCA938b02010E17A5b8929b49130D')
})

test('refuses an empty batch and a delegatecall inside of one', () => {
  const build = (calls: Call[]) => () =>
    buildSafeTransaction({ domain, calls, nonce: 0n })
  expect(build([])).toThrow(EmptyBatchError)
  expect(build([call, { ...call, operation: 1 }])).toThrow(
    DelegatecallInBatchError,
  )
})

test('says when the chain has no MultiSendCallOnly of the version', () => {
  const missing = { chainId: 10, version: '1.5.0' } as const
  expect(() =>
    buildSafeTransaction({ domain: missing, calls: [call, call], nonce: 0n }),
  ).toThrow(NoMultiSendError)
})

test('rejects a nonce with an empty call of the safe to itself', () => {
  expect(buildRejection({ safe: call.to, nonce: 3n })).toMatchObject({
    to: call.to,
    value: 0n,
    data: '0x',
    operation: 0,
    nonce: 3n,
  })
})
