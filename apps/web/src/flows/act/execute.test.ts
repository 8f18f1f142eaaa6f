import {
  buildRejection,
  decodeExecTransaction,
  parseSignatures,
} from '@covault/protocol'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { CheckedConfirmation } from '../../trust/confirmations.js'
import { countSeals, prepareExecution, raiseFees } from './execute.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const carol = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const safe = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const transaction = buildRejection({ safe, nonce: 3n })

function confirm(
  signer: Address,
  status: 'verified' | 'stranger' = 'verified',
): CheckedConfirmation {
  const signature = `0x${'11'.repeat(64)}1b` as const
  return { signer, signature, status, kind: 'ecdsa' }
}

function prepare(
  confirmations: CheckedConfirmation[],
  sender: Address,
  threshold = 2,
) {
  return prepareExecution({
    safe,
    transaction,
    threshold,
    owners: [alice, bob, carol],
    confirmations,
    sender,
  })
}

function readKinds(execution: ReturnType<typeof prepare>) {
  if (!execution) return undefined
  const { signatures } = decodeExecTransaction(execution.data)
  return parseSignatures(signatures).map(({ kind }) => kind)
}

test('an owner who sends it needs no signature of their own', () => {
  expect(readKinds(prepare([confirm(bob)], alice))?.sort()).toEqual([
    'approvedHash',
    'ecdsa',
  ])
})

test('takes no more signatures than the threshold asks for', () => {
  const all = [confirm(alice), confirm(bob), confirm(carol)]
  expect(readKinds(prepare(all, alice))).toHaveLength(2)
})

test('counts only owners, verified', () => {
  expect(prepare([confirm(bob, 'stranger')], alice)).toBeUndefined()
  expect(prepare([confirm(bob)], safe)).toBeUndefined()
  const owners: Address[] = [alice, bob]
  expect(
    countSeals({
      owners,
      confirmations: [confirm(bob), confirm(carol, 'stranger')],
      sender: alice,
    }),
  ).toBe(2)
})

test('pays at least an eighth more to replace a pending one', () => {
  expect(raiseFees({ kind: 'legacy', gasPrice: 800n })).toEqual({
    kind: 'legacy',
    gasPrice: 901n,
  })
})
