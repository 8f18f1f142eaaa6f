import { expect, test } from 'vitest'
import type {
  LocalMessage,
  LocalTransaction,
} from '../../preferences/localQueue.js'
import {
  detailLocalMessage,
  summariseLocal,
} from '../../queries/localSignables.js'
import {
  keptSignature,
  keptTransaction,
} from '../../testing/keptTransaction.js'
import { listMessage, listTransaction } from './listedRow.js'

const { chainId, safe, isProposed } = keptTransaction
const first = keptSignature
const second = { ...first, signer: safe, at: 2 }

test('a signature that is added here makes a row another question', () => {
  const told = summariseLocal(keptTransaction, 2)
  const ask = (local: LocalTransaction | undefined) =>
    JSON.stringify(listTransaction(told, local)?.subject)
  const before = ask(keptTransaction)
  expect(ask({ ...keptTransaction })).toBe(before)
  expect(ask(undefined)).not.toBe(before)
  const signed = { ...keptTransaction, at: 2, signatures: [first, second] }
  expect(ask(signed)).not.toBe(before)
})

test('a listed message has the signatures of this browser too', () => {
  const local: LocalMessage = {
    ...{ chainId, safe, isProposed, at: 2, signatures: [second] },
    ...{ content: 'We agree.', messageHash: keptTransaction.safeTxHash },
  }
  const told = detailLocalMessage({ ...local, signatures: [first] })
  const listSigners = (own: LocalMessage | undefined) =>
    listMessage(told, own).subject.message.confirmations.map(
      ({ owner }) => owner.value,
    )
  expect(listSigners(undefined)).toEqual([first.signer])
  expect(listSigners(local)).toEqual([first.signer, second.signer])
})
