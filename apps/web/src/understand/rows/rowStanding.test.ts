import type { Message, TransactionSummary } from '@covault/api'
import { expect, test } from 'vitest'
import type { SafeState } from '../../trust/safe.js'
import { writeStatus } from '../../words/statuses.js'
import { listMessage, listTransaction } from './listedRow.js'
import type { RowCheck } from './rowCheck.js'
import { findStanding } from './rowStanding.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const carol = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const hash = `0x${'11'.repeat(32)}` as const
const safe = { owners: [alice, bob], threshold: 2 } as unknown as SafeState

const message = listMessage({
  messageHash: hash,
  status: 'CONFIRMED',
  confirmationsSubmitted: 2,
  confirmationsRequired: 2,
  confirmations: [{ owner: { value: alice } }, { owner: { value: bob } }],
} as unknown as Message)

const transaction = listTransaction({
  id: `multisig_${alice}_${hash}`,
  txStatus: 'AWAITING_EXECUTION',
  executionInfo: {
    type: 'MULTISIG',
    nonce: 4n,
    confirmationsSubmitted: 2,
    confirmationsRequired: 2,
    missingSigners: null,
  },
} as unknown as TransactionSummary)

function checked(
  meaning: object,
  signers: readonly string[],
  status = 'verified',
): RowCheck {
  return {
    status: 'checked',
    hash,
    confirmations: signers.map((signer) => ({ signer, status })),
    meaning,
  } as unknown as RowCheck
}

test('until it is checked, a row stands as the gateway says', () => {
  const unchecked = { safe, check: undefined, isFailed: false }
  expect(findStanding(message, unchecked)).toMatchObject({
    status: 'CONFIRMED',
    signed: 2,
    missing: [],
    isChecked: false,
  })
})

test('signatures count once they were verified, of messages as of transactions', () => {
  const one = { safe, check: checked({}, [alice]), isFailed: false }
  expect(findStanding(message, one)).toMatchObject({
    status: 'AWAITING_CONFIRMATIONS',
    signed: 1,
    missing: [bob],
    isChecked: true,
    doubt: undefined,
  })
  const check = checked({ nonce: 4n }, [alice, bob])
  const all = { safe, check, isFailed: false }
  expect(transaction && findStanding(transaction, all).status).toBe(
    'AWAITING_EXECUTION',
  )
  expect(findStanding(message, all).status).toBe('CONFIRMED')
})

test('what has all signatures waits for the nonce before it', () => {
  const full = checked({ nonce: 4n }, [alice, bob])
  const write = (nonce: bigint, check: RowCheck | undefined) => {
    const at = { safe: { ...safe, nonce }, check, isFailed: false }
    const standing = transaction && findStanding(transaction, at)
    return standing && writeStatus(standing.status, standing)
  }
  for (const check of [full, undefined]) {
    expect(write(4n, check)).toBe('Ready to execute')
    expect(write(2n, check)).toBe('Awaiting nonce 2')
  }
})

test('what is not what the gateway says has no other status', () => {
  for (const row of [message, transaction])
    expect(
      row &&
        findStanding(row, {
          safe,
          check: { status: 'differs', flaw: 'otherContent' },
          isFailed: false,
        }),
    ).toMatchObject({
      status: 'DIFFERS',
      doubt: 'Content mismatch. The content has a different hash. Don’t sign.',
    })
})

test('another nonce and a false signature are doubted', () => {
  const doubt = (check: RowCheck) =>
    transaction && findStanding(transaction, { safe, check, isFailed: false })
  expect(doubt(checked({ nonce: 5n }, [alice]))?.doubt).toBe(
    'The gateway reports nonce 4, but the data has nonce 5.',
  )
  expect(doubt(checked({ nonce: 4n }, [alice], 'invalid'))).toMatchObject({
    invalid: [alice],
    status: 'DIFFERS',
    doubt: 'A signature is not valid.',
  })
})

test('an owner whose signature the chain did not answer for is not asked for one', () => {
  const silent = { status: 'unchecked', cause: new Error('Silent.') }
  const unasked = { status: 'unchecked' }
  const stand = (
    signers: readonly string[],
    more: readonly { signer: string; status: string }[],
  ) => {
    const { confirmations, ...rest } = checked({}, signers) as never as {
      confirmations: readonly object[]
    }
    const check = { ...rest, confirmations: [...confirmations, ...more] }
    const owners = [alice, bob, carol]
    const at = { safe: { ...safe, owners } as SafeState, isFailed: false }
    return findStanding(message, { ...at, check: check as never })
  }
  // One more may count.
  expect(stand([alice], [{ signer: bob, ...silent }])).toMatchObject({
    ...{ signed: 1, missing: [carol], unheard: [bob], isFailed: true },
  })
  // Enough are there without it.
  expect(stand([alice, carol], [{ signer: bob, ...silent }])).toMatchObject({
    ...{ signed: 2, missing: [], unheard: [bob], isFailed: false },
    status: 'CONFIRMED',
  })
  // What somebody else has signed counts in no case.
  for (const one of [silent, unasked])
    expect(stand([alice], [{ signer: hash, ...one }])).toMatchObject({
      ...{ missing: [bob, carol], unheard: [], isFailed: false },
    })
})
