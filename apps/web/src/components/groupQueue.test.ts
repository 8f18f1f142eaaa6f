import type { QueueItem, TransactionSummary } from '@covault/api'
import { expect, test } from 'vitest'
import { groupQueue } from './groupQueue.js'

test('rivals stand together, in the sections of the wire', () => {
  const items: QueueItem[] = [
    { type: 'LABEL', label: 'Next' },
    { type: 'CONFLICT_HEADER', nonce: 9n },
    transaction('a', 9n),
    transaction('b', 9n),
    { type: 'LABEL', label: 'Queued' },
    transaction('c', 10n),
    transaction('d', 11n),
  ]
  expect(describe(items)).toEqual([
    ['Next', [[9n, ['a', 'b']]]],
    [
      'Queued',
      [
        [10n, ['c']],
        [11n, ['d']],
      ],
    ],
  ])
})

test('a conflict that no label mentions is one all the same', () => {
  expect(describe([transaction('a', 1n), transaction('b', 1n)])).toEqual([
    ['Queued', [[1n, ['a', 'b']]]],
  ])
})

test('a section without transactions is none', () => {
  expect(describe([{ type: 'LABEL', label: 'Next' }])).toEqual([])
})

function describe(items: readonly QueueItem[]) {
  return groupQueue(items).map(({ label, groups }) => [
    label,
    groups.map(({ nonce, transactions }) => [
      nonce,
      transactions.map(({ id }) => id),
    ]),
  ])
}

function transaction(id: string, nonce: bigint): QueueItem {
  const summary: TransactionSummary = {
    id,
    txHash: null,
    timestamp: 0,
    txStatus: 'AWAITING_CONFIRMATIONS',
    txInfo: { type: 'UNKNOWN', wireType: 'x', humanDescription: null },
    executionInfo: {
      type: 'MULTISIG',
      nonce,
      confirmationsRequired: 2,
      confirmationsSubmitted: 0,
      missingSigners: null,
    },
    safeAppInfo: null,
    note: null,
  }
  return { type: 'TRANSACTION', transaction: summary, conflictType: 'None' }
}
