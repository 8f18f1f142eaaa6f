import type { QueueItem, TransactionSummary } from '@covault/api'
import { expect, test } from 'vitest'
import { type QueueRow, toQueueRows } from './queueRows.js'

test('rivals stand together in one brace, in the sections of the wire', () => {
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
    'head Next, 1',
    'conflict 9, 2',
    'entry a, 9, middle',
    'entry b, 9, end',
    'head Queued, 2',
    'entry c, 10',
    'entry d, 11',
  ])
})

test('a conflict that no label mentions is one all the same', () => {
  const rivals = ['a', 'b', 'c'].map((id) => transaction(id, 1n))
  expect(describe(rivals)).toEqual([
    'head Queued, 1',
    'conflict 1, 3',
    'entry a, 1, middle',
    'entry b, 1, middle',
    'entry c, 1, end',
  ])
})

test('a section without transactions is none', () => {
  expect(describe([{ type: 'LABEL', label: 'Next' }])).toEqual([])
})

test('what the next page repeats is shown once', () => {
  const page: QueueItem[] = [
    { type: 'LABEL', label: 'Queued' },
    transaction('a', 4n),
    transaction('b', 5n),
  ]
  const next: QueueItem[] = [
    { type: 'LABEL', label: 'Queued' },
    transaction('b', 5n),
    transaction('c', 5n),
  ]
  expect(describe([...page, ...next])).toEqual([
    'head Queued, 2',
    'entry a, 4',
    'conflict 5, 2',
    'entry b, 5, middle',
    'entry c, 5, end',
  ])
})

test('every line has a key of its own', () => {
  const items = Array.from({ length: 500 }, (_, index) =>
    transaction(`t${index}`, BigInt(Math.floor(index / 3))),
  )
  const keys = toQueueRows(items).map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})

function describe(items: readonly QueueItem[]): string[] {
  return toQueueRows(items).map(describeRow)
}

function describeRow(row: QueueRow): string {
  switch (row.kind) {
    case 'head':
      return `head ${row.label}, ${row.nonces}`
    case 'conflict':
      return `conflict ${row.nonce}, ${row.count}`
    case 'entry':
      return [`entry ${row.key}`, row.nonce, row.brace]
        .filter((part) => part !== undefined)
        .join(', ')
  }
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
