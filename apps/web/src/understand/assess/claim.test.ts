import { demoAccounts } from '@covault/devnet'
import { buildSafeTransaction, hashSafeTransaction } from '@covault/protocol'
import { expect, test } from 'vitest'
import {
  detailLocal,
  detailLocalMessage,
} from '../../queries/localSignables.js'
import { readTransaction } from '../decode/readTransaction.js'
import { claimMessage, claimTransaction, isAtGateway } from './claim.js'

const { alice, bob } = demoAccounts
const address = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const domain = { chainId: 31337, safe: address, version: '1.4.1' } as const
const transaction = buildSafeTransaction({
  domain,
  calls: [{ to: bob.address, value: 1n, data: '0x', operation: 0 }],
  nonce: 3n,
})
const fields = {
  chainId: 31337,
  safe: address,
  isProposed: false,
  at: 1,
  signatures: [
    { signer: alice.address, signature: `0x${'11'.repeat(65)}`, at: 1 },
  ],
} as const
const local = detailLocal({
  ...fields,
  signatures: [...fields.signatures],
  transaction,
  safeTxHash: hashSafeTransaction(domain, transaction),
  note: '',
})

test('what only this browser has is not at the gateway', () => {
  const { signed } = readTransaction(local, { ...domain, address })
  if (!signed) throw new Error('Nobody signs it.')
  const { execution } = signed
  expect(isAtGateway(claimTransaction(execution))).toBe(false)
  const told = { ...execution, confirmationsRequired: 2 }
  expect(isAtGateway(claimTransaction(told))).toBe(true)
  expect(isAtGateway(undefined)).toBe(false)
})

test('a message that only this browser has is not at the gateway', () => {
  const message = detailLocalMessage({
    ...fields,
    signatures: [...fields.signatures],
    content: 'We agree.',
    messageHash: `0x${'ab'.repeat(32)}`,
  })
  expect(isAtGateway(claimMessage(message))).toBe(false)
  const told = { ...message, confirmationsRequired: 2 }
  expect(isAtGateway(claimMessage(told))).toBe(true)
})
