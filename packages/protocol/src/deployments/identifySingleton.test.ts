import { expect, test } from 'vitest'
import { identifySingleton } from './identifySingleton.js'

const safe141L2 = '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762'
const codeHash141L2 =
  '0xb1f926978a0f44a2c0ec8fe822418ae969bd8c3f18d61e5103100339894f81ff'
const elsewhere = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const otherCode = `0x${'11'.repeat(32)}` as const

test('knows a published singleton by its address', () => {
  expect(identifySingleton({ address: safe141L2 })).toEqual({
    version: '1.4.1',
    l2: true,
    by: 'address',
  })
})

test('knows the published code at any address', () => {
  expect(
    identifySingleton({ address: elsewhere, codeHash: codeHash141L2 }),
  ).toEqual({ version: '1.4.1', l2: true, by: 'code' })
})

test('does not know a published address with other code', () => {
  expect(
    identifySingleton({ address: safe141L2, codeHash: otherCode }),
  ).toBeUndefined()
  expect(identifySingleton({ address: elsewhere })).toBeUndefined()
})
