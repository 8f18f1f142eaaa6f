// @vitest-environment node
import { expect, test } from 'vitest'
import { describeSigned } from './describeSigned.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const former = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const safe = { owners: [alice, bob], threshold: 2, nonce: 4n } as const

function say(
  signers: readonly string[],
  { nonce = 4n, ...rest }: { nonce?: bigint; [name: string]: unknown } = {},
) {
  const details = {
    txStatus: 'AWAITING_CONFIRMATIONS',
    executedAt: null,
    detailedExecutionInfo: {
      type: 'MULTISIG',
      nonce,
      confirmations: signers.map((value) => ({ signer: { value } })),
    },
    ...rest,
  }
  return describeSigned(safe, { missing: 1, details: details as never })
}

test('until the gateway answers it says what was known', () => {
  expect(describeSigned(safe, { missing: 2, details: undefined })).toBe(
    '2 more signatures needed to execute.',
  )
})

test('it follows what the others do', () => {
  expect(say([alice, former])).toMatch(/^1 more signature needed/)
  expect(say([alice, bob])).toMatch(/^The transaction has enough signatures/)
  expect(say([alice, bob], { executedAt: 1, txStatus: 'SUCCESS' })).toBe(
    'The transaction was executed.',
  )
  expect(say([alice, bob], { executedAt: 1, txStatus: 'FAILED' })).toBe(
    'The transaction was executed and failed.',
  )
  expect(say([alice, bob], { nonce: 3n })).toMatch(
    /^Another transaction was executed at nonce 3/,
  )
})
