// @vitest-environment node
import type { HistoryItem, QueueItem } from '@covault/api'
import { expect, test } from 'vitest'
import { readChange, readHistoryNews, readQueueNews } from './readNews.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const safe = { owners: [alice, bob], nonce: 5n } as const

function wait(
  id: string,
  {
    nonce,
    missing,
    isReady = false,
  }: { nonce: bigint; missing: readonly string[]; isReady?: boolean },
): QueueItem {
  return {
    type: 'TRANSACTION',
    transaction: {
      id,
      txStatus: isReady ? 'AWAITING_EXECUTION' : 'AWAITING_CONFIRMATIONS',
      executionInfo: {
        type: 'MULTISIG',
        nonce,
        missingSigners: missing.map((value) => ({ value })),
      },
    },
  } as unknown as QueueItem
}

test('tells an owner of what waits for them, of what changed alone', () => {
  const items = [
    wait('a', { nonce: 5n, missing: [alice] }),
    wait('b', { nonce: 6n, missing: [alice] }),
  ]
  expect(readQueueNews(items, { changed: 'b', account: alice, safe })).toEqual([
    { about: 'waits', id: 'b', nonce: 6n },
  ])
  expect(readQueueNews(items, { changed: 'b', account: bob, safe })).toEqual([])
})

test('tells of what can run now, and not of what has to wait for another', () => {
  const items = [
    wait('a', { nonce: 5n, missing: [], isReady: true }),
    wait('b', { nonce: 6n, missing: [], isReady: true }),
  ]
  expect(readQueueNews(items, { changed: null, account: alice, safe })).toEqual(
    [{ about: 'executable', id: 'a', nonce: 5n }],
  )
  const later = { ...safe, nonce: 6n }
  expect(
    readQueueNews(items, { changed: null, account: alice, safe: later }),
  ).toEqual([{ about: 'executable', id: 'b', nonce: 6n }])
})

test('has nothing to do for those who are no owners', () => {
  const items = [wait('a', { nonce: 5n, missing: [], isReady: true })]
  const stranger = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  for (const account of [stranger, null, undefined] as const)
    expect(readQueueNews(items, { changed: 'a', account, safe })).toEqual([])
  expect(
    readQueueNews(items, { changed: 'a', account: alice, safe: undefined }),
  ).toEqual([])
})

test('names the transaction that an event is about, or nothing', () => {
  const items = [wait('a', { nonce: 5n, missing: [alice] })]
  expect(readChange(items, 'a')).toEqual([
    { about: 'queue', id: 'a', nonce: 5n },
  ])
  expect(readChange(items, 'gone')).toEqual([])
  expect(readChange(items, null)).toEqual([])
})

test('tells of what was executed a moment ago, well or not', () => {
  const now = 1_700_000_000_000
  const ran = (id: string, txStatus: string, timestamp: number) =>
    ({
      type: 'TRANSACTION',
      transaction: {
        id,
        txStatus,
        timestamp,
        executionInfo: { type: 'MULTISIG', nonce: 5n },
      },
    }) as unknown as HistoryItem
  const received = {
    type: 'TRANSACTION',
    transaction: { id: 'd', txStatus: 'SUCCESS', timestamp: now - 500 },
  } as unknown as HistoryItem
  const items = [
    received,
    ran('a', 'SUCCESS', now - 1000),
    ran('b', 'FAILED', now - 2000),
    ran('c', 'SUCCESS', now - 3_600_000),
  ]
  expect(readHistoryNews(items, { now })).toEqual([
    { about: 'history', id: 'd' },
    { about: 'executed', id: 'a', nonce: 5n },
    { about: 'failed', id: 'b', nonce: 5n },
  ])
})
