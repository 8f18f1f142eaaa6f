// @vitest-environment node
import type { QueueItem } from '@covault/api'
import { expect, test } from 'vitest'
import { pickBulk } from './pickBulk.js'

const safe = { nonce: 4n, threshold: 2 }

function waiting(id: string, nonce: number, seals: number): QueueItem {
  return {
    type: 'TRANSACTION',
    conflictType: 'None',
    transaction: {
      id,
      txHash: null,
      timestamp: 0,
      txStatus: 'AWAITING_EXECUTION',
      txInfo: { type: 'UNKNOWN', wireType: 'X', humanDescription: null },
      executionInfo: {
        type: 'MULTISIG',
        nonce: BigInt(nonce),
        confirmationsRequired: 2,
        confirmationsSubmitted: seals,
        missingSigners: null,
      },
      safeAppInfo: null,
      note: null,
    },
  }
}

const pick = (...items: QueueItem[]) => {
  const { picked, stop } = pickBulk(items, safe)
  return { ids: picked.map(({ id }) => id), stop }
}

test('picks those with enough seals, one after the other', () => {
  expect(
    pick(waiting('a', 4, 2), waiting('b', 5, 3), waiting('c', 6, 2)),
  ).toEqual({ ids: ['a', 'b', 'c'], stop: undefined })
})

test('begins at the nonce of the safe, or not at all', () => {
  expect(pick(waiting('b', 5, 2), waiting('c', 6, 2)).ids).toEqual([])
})

test('ends at a gap and where seals are missing', () => {
  expect(pick(waiting('a', 4, 2), waiting('c', 6, 2)).ids).toEqual(['a'])
  expect(
    pick(waiting('a', 4, 2), waiting('b', 5, 1), waiting('c', 6, 2)),
  ).toEqual({ ids: ['a'], stop: 'Nonce 5 has too few signatures.' })
})

test('takes the rival that has enough seals', () => {
  expect(
    pick(waiting('a', 4, 1), waiting('b', 4, 2), waiting('c', 5, 2)).ids,
  ).toEqual(['b', 'c'])
})

test('does not choose between two rivals that both have enough', () => {
  const { ids, stop } = pick(
    waiting('a', 4, 2),
    waiting('b', 5, 2),
    waiting('c', 5, 2),
  )
  expect(ids).toEqual(['a'])
  expect(stop).toMatch(/^Several transactions at nonce 5 have enough/)
})

test('takes ten at most, and each one once', () => {
  const many = Array.from({ length: 12 }, (_, at) =>
    waiting(`n${at}`, 4 + at, 2),
  )
  const { ids, stop } = pick(...many, ...many)
  expect(ids).toHaveLength(10)
  expect(new Set(ids).size).toBe(10)
  expect(stop).toBe('At most 10 transactions can be executed together.')
})
