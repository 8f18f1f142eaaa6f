// @vitest-environment node
import { demoAccounts } from '@covault/devnet'
import { expect, test } from 'vitest'
import { fromBlock } from '../testing/provenance.js'
import { judgeConfirmation } from './compareClaims.js'

const { alice } = demoAccounts
const signed = { signer: alice.address, signature: '0x12' } as const

test.each([
  [2, 'that the gateway reports'],
  [undefined, 'kept in this browser'],
])('tells an invalid signature in one sentence', (threshold, whose) => {
  const judged = judgeConfirmation(
    {
      ...signed,
      status: 'invalid',
      reason: 'This is not a valid signature of any account.',
    },
    {
      kind: 'transaction',
      claim: { threshold, confirmations: [signed] },
      provenance: fromBlock(1n),
    },
  )
  expect(judged).toMatchObject({
    status: 'differs',
    sentence: `The signature ${whose} for ${alice.address} is not valid for this transaction: this is not a valid signature of any account.`,
  })
})
