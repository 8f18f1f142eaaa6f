import { buildSafeTransaction, hashSafeTransaction } from '@covault/protocol'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { writeTransactionId } from '../lib/transactionId.js'
import {
  type LocalTransaction,
  localTransactions,
  nameLocal,
  saveLocal,
} from '../preferences/localQueue.js'
import { seenSignatures } from '../preferences/seenSignatures.js'
import { standInFor } from '../testing/standInFor.js'
import { detailLocal } from './localSignables.js'
import {
  conflictsQuery,
  executedAtQuery,
  historyQuery,
  transactionQuery,
} from './transactions.js'

afterEach(() => vi.unstubAllGlobals())

const place = {
  chainId: 1,
  address: '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829',
} as const
const nothing = { count: 0, next: null, previous: null, results: [] }
const past = { fromBlock: 1n, toBlock: 9n, hasMore: false }

async function readFirst() {
  const { pages } = await new QueryClient().fetchInfiniteQuery(
    historyQuery(place),
  )
  return pages[0]
}

test('a page of the past knows when the chain was read for it', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
  standInFor(async () => ({ ...nothing, past }))
  expect(await readFirst()).toMatchObject({ results: [], past })
})

test('a gateway cannot say that its answer was read from the chain', async () => {
  const said = { ...nothing, past: { fromBlock: 1, toBlock: 9 } }
  vi.stubGlobal('fetch', async () => Response.json(said))
  const page = await readFirst()
  expect(page?.results).toEqual([])
  expect(page?.past).toBeUndefined()
})

test('what waits at a nonce in this browser does not hide that the gateway was not heard', async () => {
  await keepHere()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
  standInFor(async () => undefined)
  const at = await new QueryClient().fetchQuery(
    conflictsQuery({ ...place, nonce: 4n }),
  )
  expect(at.waiting.map(({ id }) => id)).toEqual([
    writeTransactionId({ safe: place.address, safeTxHash }),
  ])
  expect(at.isGatewayUnheard).toBe(true)
})

test('a transaction that the gateway lists again and again waits once', async () => {
  await keepHere()
  const list = (ids: readonly string[]) => ({
    ...nothing,
    results: ids.map((id) => ({
      type: 'TRANSACTION',
      transaction: { ...listed, id },
      conflictType: 'None',
    })),
  })
  const other = `0x${'cd'.repeat(32)}` as const
  const safe = place.address
  const shouting = `multisig_${safe.toLowerCase()}_0x${'CD'.repeat(32)}`
  const id = writeTransactionId({ safe, safeTxHash: other })
  vi.stubGlobal('fetch', async () =>
    Response.json(list([id, shouting, id, id, id, id, id])),
  )
  const cache = new QueryClient()
  const at = { ...place, nonce: 4n }
  const conflicts = await cache.fetchQuery(conflictsQuery(at))
  expect(conflicts.waiting).toMatchObject([
    { id, isOnlyHere: false },
    { id: writeTransactionId({ safe, safeTxHash }), isOnlyHere: true },
  ])
  expect(conflicts.isGatewayUnheard).toBe(false)
  const executed = await cache.fetchQuery(executedAtQuery(at))
  expect(executed.map((one) => one.id)).toEqual([id])
})

const busy = { code: 503, message: 'Service unavailable' }

test.each([
  ['does not answer', () => Promise.reject(new TypeError('away'))],
  [
    'is dead behind a proxy',
    async () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 }),
  ],
  ['has no database', async () => Response.json(busy, { status: 503 })],
])(
  'what was seen of a transaction is recalled while the gateway %s',
  async (_, fetch) => {
    await localTransactions.remove(nameLocal(domain, safeTxHash))
    const { chainId, address: safe } = place
    const signed = { signer: safe, signature: '0x1234' } as const
    await seenSignatures.write('seen', {
      ...{ chainId, safe, safeTxHash, transaction, note: '', ...signed },
      at: Date.now(),
    })
    standInFor(async () => undefined)
    vi.stubGlobal('fetch', fetch)
    const details = await new QueryClient().fetchQuery(
      transactionQuery({ ...place, id: safeTxHash }),
    )
    expect(details.detailedExecutionInfo).toMatchObject({
      confirmations: [{ signer: { value: safe }, signature: '0x1234' }],
    })
    await seenSignatures.remove('seen')
  },
)

test.each([null, 5])(
  'what this browser has signed joins whatever the gateway says (%s)',
  async (executedAt) => {
    await keepHere([{ signer: bob, signature: '0x22', at: 1 }])
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
    const signed = { signer: place.address, signature: '0x11', at: 1 } as const
    const told = detailLocal({ ...kept, signatures: [signed] })
    standInFor(async () => ({ ...told, executedAt }))
    const details = await new QueryClient().fetchQuery(
      transactionQuery({ ...place, id: safeTxHash }),
    )
    const { detailedExecutionInfo: execution } = details
    if (execution?.type !== 'MULTISIG') throw new Error('Nobody signs it.')
    expect(execution.confirmations).toHaveLength(2)
    expect(details.note).toBe('Rent')
  },
)

const listed = {
  txHash: null,
  timestamp: 1,
  txStatus: 'AWAITING_CONFIRMATIONS',
  txInfo: {
    type: 'Custom',
    to: { value: place.address, name: null, logoUri: null },
    dataSize: '0',
    value: '0',
    methodName: null,
    actionCount: null,
    isCancellation: false,
    humanDescription: null,
  },
  executionInfo: null,
  safeAppInfo: null,
  note: null,
}

const domain = { chainId: 1, safe: place.address, version: '1.4.1' } as const
const transaction = buildSafeTransaction({
  domain,
  calls: [{ to: place.address, value: 1n, data: '0x', operation: 0 }],
  nonce: 4n,
})
const safeTxHash = hashSafeTransaction(domain, transaction)

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const kept: LocalTransaction = {
  ...{ chainId: 1, safe: place.address, isProposed: false, at: 1 },
  ...{ transaction, safeTxHash, note: 'Rent', signatures: [] },
}

/** One that waits at the same nonce in this browser alone. */
async function keepHere(
  signatures: LocalTransaction['signatures'] = [],
): Promise<void> {
  const value = { ...kept, signatures }
  const name = nameLocal(value, safeTxHash)
  await saveLocal(localTransactions, { name, value })
}
