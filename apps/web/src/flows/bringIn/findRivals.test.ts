import { buildSafeTransaction, hashSafeTransaction } from '@covault/protocol'
import { QueryClient } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { conflictsQuery } from '../../queries/transactions.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { findRivals } from './findRivals.js'
import type { FindKnown } from './judgeCarried.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const domain = { chainId: 31337, safe: address, version: '1.4.1' } as const
const place = { chain: { chainId: 31337 }, address } as unknown as SafePlace

const all = Array.from({ length: 8 }, (_, at) => {
  const transaction = buildSafeTransaction({
    domain,
    calls: [{ to, value: BigInt(at), data: '0x', operation: 0 }],
    nonce: 4n,
  })
  return { transaction, hash: hashSafeTransaction(domain, transaction) }
})

/** The queue has the first so many at nonce 4. */
function find(count: number, hash: Hex, unread: readonly Hex[] = []) {
  const cache = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  })
  const { queryKey } = conflictsQuery({ chainId: 31337, address, nonce: 4n })
  cache.setQueryData(
    queryKey,
    all
      .slice(0, count)
      .map((one) => ({ id: `multisig_${address}_${one.hash}` })) as never,
  )
  const findKnown: FindKnown = async (kind, wanted) => {
    const found = all.find((one) => one.hash === wanted)
    if (!found || unread.includes(wanted)) return undefined
    const { transaction } = found
    const signable = { kind: 'transaction', domain, transaction } as const
    return kind === 'transaction'
      ? { by: 'gateway', signable, signatures: [] }
      : undefined
  }
  return findRivals(cache, { place, nonce: 4n, hash, findKnown })
}

const [first, second, third] = all
const none = `0x${'ab'.repeat(32)}` as const

test('finds what else the queue has at the nonce, without itself', async () => {
  expect(await find(3, second?.hash ?? none)).toEqual({
    rivals: [
      { hash: first?.hash, transaction: first?.transaction },
      { hash: third?.hash, transaction: third?.transaction },
    ],
    more: 0,
  })
  expect(await find(0, none)).toEqual({ rivals: [], more: 0 })
})

test('names those whose content can’t be read, and counts those left out', async () => {
  const unread = [first?.hash ?? none]
  const { rivals, more } = await find(8, none, unread)
  expect(rivals).toHaveLength(5)
  expect(rivals[0]).toEqual({ hash: first?.hash, transaction: undefined })
  expect(more).toBe(3)
})
