import { buildSafeTransaction, hashSafeTransaction } from '@covault/protocol'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import type { ChainConfig } from '../../trust/chainClient.js'
import { findRivals } from './findRivals.js'
import type { FindKnown } from './judgeCarried.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const domain = { chainId: 31337, safe: address, version: '1.4.1' } as const
const chain = {
  chainId: 31337,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
} as ChainConfig

function pay(value: bigint, nonce: bigint) {
  const transaction = buildSafeTransaction({
    ...{ domain, nonce },
    calls: [{ to, value, data: '0x', operation: 0 }],
  })
  return { transaction, hash: hashSafeTransaction(domain, transaction) }
}

const ours = pay(10n ** 18n, 4n)
const all = Array.from({ length: 8 }, (_, at) =>
  pay(BigInt(at) * 10n ** 18n, 4n),
)
/** The same payment once more. */
const later = pay(10n ** 18n, 5n)

/** The queue lists these at nonce 4. */
function find(
  listed: readonly { hash: Hex }[],
  {
    unread = [],
    by = 'gateway',
    isOnlyHere = false,
  }: {
    unread?: readonly Hex[]
    by?: 'gateway' | 'browser'
    isOnlyHere?: boolean
  } = {},
) {
  const waiting = listed.map(({ hash }) => ({
    id: `multisig_${address}_${hash}`,
    isOnlyHere,
  }))
  const findKnown: FindKnown = async (kind, wanted) => {
    const found = [...all, later].find(({ hash }) => hash === wanted)
    if (kind !== 'transaction' || !found || unread.includes(wanted))
      return undefined
    const { transaction } = found
    const signable = { kind: 'transaction', domain, transaction } as const
    return { by, signable, signatures: [] }
  }
  return findRivals(findKnown, { chain, ...ours, waiting })
}

const [first, second, third] = all
if (!first || !second || !third) throw new Error('There are too few.')

test('compares with what else the queue has at the nonce, not with itself', async () => {
  const rival = { isReported: true, state: 'compared' }
  const file = '1.00 ETH'
  // The second pays the same: it is the one that was brought.
  expect(await find([first, second, third])).toMatchObject({
    rivals: [
      {
        ...{ ...rival, hash: first.hash },
        differences: [{ field: 'Amount', file, queue: '0.00 ETH' }],
      },
      {
        ...{ ...rival, hash: third.hash },
        differences: [{ field: 'Amount', file, queue: '2.00 ETH' }],
      },
    ],
    more: 0,
  })
  expect(await find([])).toEqual({ rivals: [], more: 0 })
})

test('names those whose content can’t be read, and counts those left out', async () => {
  const others = all.filter(({ hash }) => hash !== ours.hash)
  const { rivals, more } = await find(others, { unread: [first.hash] })
  expect(rivals).toHaveLength(5)
  expect(rivals[0]).toEqual({
    ...{ hash: first.hash, isReported: true, state: 'unread' },
  })
  expect(more).toBe(2)
})

test('does not compare with a transaction that is of another nonce', async () => {
  const { rivals } = await find([later])
  expect(rivals).toEqual([
    {
      ...{ hash: later.hash, isReported: true },
      ...{ state: 'otherNonce', nonce: 5n },
    },
  ])
})

test('does not call the gateway’s word what this browser has', async () => {
  const { rivals } = await find([first], { by: 'browser' })
  expect(rivals).toMatchObject([{ hash: first.hash, isReported: false }])
  const lost = { unread: [first.hash], isOnlyHere: true }
  const unread = await find([first], lost)
  expect(unread.rivals).toMatchObject([{ isReported: false, state: 'unread' }])
})
