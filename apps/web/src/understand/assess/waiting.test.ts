import {
  buildSafeTransaction,
  hashSafeTransaction,
  type SafeTransaction,
} from '@covault/protocol'
import { QueryClient } from '@tanstack/react-query'
import { zeroAddress } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type LocalTransaction,
  localTransactions,
  nameLocal,
} from '../../preferences/localQueue.js'
import { detailLocal, summariseLocal } from '../../queries/localSignables.js'
import { queueQuery, transactionQuery } from '../../queries/transactions.js'
import type { SafePlace } from '../safe/safePlace.js'
import { waitingQuery } from './waiting.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const domain = { chainId: 31337, safe: address, version: '1.4.1' } as const
const place: SafePlace = {
  chain: {
    ...{ chainId: 31337, name: 'Local 1', shortName: 'local1' },
    // Nobody listens there.
    ...{ rpcUrl: 'http://127.0.0.1:9', testnet: true, local: true },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  },
  address,
  safe: {
    ...{ address, owners: [], threshold: 2, nonce: 3n, version: '1.4.1' },
    ...{ known: true, singleton: zeroAddress, modules: [] },
    ...{ hasMoreModules: false, guard: null, fallbackHandler: null },
  },
}

function pay(nonce: bigint, value: bigint): LocalTransaction {
  const transaction: SafeTransaction = buildSafeTransaction({
    ...{ domain, nonce },
    calls: [{ to, value, data: '0x', operation: 0 }],
  })
  return {
    ...{ chainId: 31337, safe: address, isProposed: false, at: 1 },
    ...{ transaction, note: '', signatures: [] },
    safeTxHash: hashSafeTransaction(domain, transaction),
  }
}

const here = pay(5n, 1n)
const used = pay(2n, 2n)
const listed = pay(4n, 3n)
const nameOf = (one: LocalTransaction) => nameLocal(one, one.safeTxHash)

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
  for (const one of [here, used])
    await localTransactions.write(nameOf(one), one)
})

afterEach(async () => {
  vi.unstubAllGlobals()
  for (const one of [here, used]) await localTransactions.remove(nameOf(one))
})

test('lists what this browser has where no gateway answers, and no used nonce', async () => {
  const client = new QueryClient()
  const found = await client.fetchQuery(waitingQuery(place))
  expect(found).toMatchObject([{ nonce: 5n, calls: [{ to, value: 1n }] }])
})

test('joins what the gateway lists, where its content has its hash', async () => {
  const client = new QueryClient()
  const lie = pay(6n, 4n)
  const place31337 = { chainId: 31337, address } as const
  client.setQueryData(queueQuery(place31337).queryKey, {
    pageParams: [''],
    pages: [
      {
        ...{ count: 2, next: null, previous: null },
        results: [listed, lie].map((one) => ({
          ...{ type: 'TRANSACTION' as const, conflictType: 'None' as const },
          transaction: summariseLocal(one, 2),
        })),
      },
    ],
  })
  const tell = (one: LocalTransaction, told: LocalTransaction) => {
    const { id } = summariseLocal(one, 2)
    const { queryKey } = transactionQuery({ ...place31337, id })
    client.setQueryData(queryKey, detailLocal(told))
  }
  tell(listed, listed)
  tell(lie, { ...pay(6n, 9n), safeTxHash: lie.safeTxHash })
  const found = await client.fetchQuery(waitingQuery(place))
  expect(found.map(({ nonce }) => nonce)).toEqual([5n, 4n])
})
