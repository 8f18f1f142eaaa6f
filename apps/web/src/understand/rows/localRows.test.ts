import type { Draft, QueueItem } from '@covault/api'
import { expect, test } from 'vitest'
import type { LocalTransaction } from '../../preferences/localQueue.js'
import type { OpenPlace } from '../safe/safePlace.js'
import { listUsedUp, mergeQueue } from './localRows.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const place = {
  chain: { chainId: 31337 },
  address,
  safe: { nonce: 3n, threshold: 2 },
} as unknown as OpenPlace

function local(nonce: bigint): { value: LocalTransaction } {
  const safeTxHash = `0x${String(nonce).repeat(64)}`
  return {
    value: {
      chainId: 31337,
      safe: address,
      transaction: { nonce },
      safeTxHash,
      signatures: [],
      at: 1,
    } as unknown as LocalTransaction,
  }
}

function listed(nonce: bigint, id = `gateway ${nonce}`): QueueItem {
  return {
    type: 'TRANSACTION',
    conflictType: 'None',
    transaction: { id, executionInfo: { type: 'MULTISIG', nonce } },
  } as unknown as QueueItem
}

function describe(items: readonly QueueItem[] | undefined) {
  return items?.map((item) => {
    if (item.type === 'LABEL') return item.label
    if (item.type !== 'TRANSACTION') return item.type
    const { id, executionInfo } = item.transaction
    const nonce = executionInfo?.type === 'MULTISIG' && executionInfo.nonce
    return id.startsWith('gateway') ? `gateway ${nonce}` : `here ${nonce}`
  })
}

test('the gateway’s list is left as it is where nothing is only here', () => {
  const items = [listed(3n)]
  expect(mergeQueue(items, { place, local: [] })).toBe(items)
  expect(mergeQueue(undefined, { place, local: [] })).toBeUndefined()
})

test('what is only here stands at its nonce, beside others and never instead', () => {
  const items = [listed(3n), listed(5n)]
  expect(
    describe(mergeQueue(items, { place, local: [local(5n), local(4n)] })),
  ).toEqual(['Next', 'gateway 3', 'Queued', 'here 4', 'gateway 5', 'here 5'])
})

test('what is only here is shown without the gateway, and not once it is used up', () => {
  expect(
    describe(mergeQueue(undefined, { place, local: [local(3n), local(2n)] })),
  ).toEqual(['Next', 'here 3'])
})

test('what is used up is listed apart, until the chain says nothing', () => {
  const used = [local(2n), local(3n)]
  expect(listUsedUp(used, place)).toEqual([used[0]?.value])
  expect(listUsedUp(used, { ...place, safe: undefined })).toEqual([])
})

test('what the gateway lists as well is there once', () => {
  const { value } = local(3n)
  const id = `multisig_${address}_${value.safeTxHash}`
  const items = [listed(3n, id)]
  expect(mergeQueue(items, { place, local: [{ value }] })).toBe(items)
})

function draft(nonce: bigint, safe: string = address): Draft {
  const id = `multisig_${safe}_0x${String(nonce).repeat(64)}`
  const executionInfo = { type: 'MULTISIG', nonce }
  return { savedBy: safe, transaction: { id, executionInfo } } as Draft
}

test('drafts stand at their nonce, once, and only those of this safe that can run', () => {
  const items = [listed(3n), listed(5n)]
  const other = `0x${'11'.repeat(20)}`
  const drafts = [draft(2n), draft(4n), draft(6n, other), draft(4n)]
  expect(
    describe(mergeQueue(items, { place, drafts, local: [local(4n)] })),
  ).toEqual(['Next', 'gateway 3', 'Queued', 'here 4', 'gateway 5'])
})
