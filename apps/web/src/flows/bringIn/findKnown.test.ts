import { buildSafeTransaction, hashSafeTransaction } from '@covault/protocol'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import {
  type LocalTransaction,
  localTransactions,
  nameLocal,
} from '../../preferences/localQueue.js'
import { detailLocal } from '../../queries/localSignables.js'
import { transactionQuery } from '../../queries/transactions.js'
import { loadInFolder } from '../../testing/loadInFolder.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { createFindKnown } from './findKnown.js'

const safe = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const [carol, mallory] = [
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
] as const
const domain = { chainId: 31337, safe, version: '1.4.1' } as const
const place = {
  chain: { chainId: 31337 },
  address: safe,
  safe: { version: '1.4.1' },
} as unknown as SafePlace
const transaction = buildSafeTransaction({
  domain,
  calls: [{ to: carol, value: 1n, data: '0x', operation: 0 }],
  nonce: 4n,
})
const safeTxHash = hashSafeTransaction(domain, transaction)

const sign = (signer: typeof carol | typeof mallory) => ({
  signer,
  signature: `0x${signer.slice(2).toLowerCase().padEnd(128, '0')}1b` as const,
  at: 1,
})

const local: LocalTransaction = {
  ...{ chainId: 31337, safe, isProposed: true, at: 1 },
  ...{ transaction, safeTxHash, note: 'Rent', signatures: [sign(carol)] },
}

afterEach(async () => {
  vi.unstubAllGlobals()
  await localTransactions.remove(nameLocal(local, safeTxHash))
})

const busy = { statusCode: 503, message: 'Busy.' }
const toPage = (init: ResponseInit) => new Response('<h1>Hello</h1>', init)

/** The gateway tells of both signers, and of another note. */
function find() {
  const cache = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  })
  const id = { chainId: 31337, address: safe, id: safeTxHash } as const
  const told = detailLocal({
    ...{ ...local, note: 'Salary' },
    signatures: [sign(carol), sign(mallory)],
  })
  // A gateway says how many signatures it takes, which a copy does not.
  Object.assign(told.detailedExecutionInfo ?? {}, { confirmationsRequired: 2 })
  cache.setQueryData(transactionQuery(id).queryKey, told)
  return createFindKnown(cache, place)('transaction', safeTxHash)
}

test('says what of a transaction this browser has kept itself', async () => {
  await localTransactions.write(nameLocal(local, safeTxHash), local)
  expect(await find()).toMatchObject({
    note: 'Salary',
    own: { note: 'Rent', origin: undefined, signers: [carol] },
  })
})

test('has nothing of its own where it has kept nothing', async () => {
  const known = await find()
  expect(known?.signatures).toHaveLength(2)
  expect(known?.own).toBeUndefined()
})

test.each([
  ['does not answer', () => Promise.reject(new TypeError('Away.')), true],
  ['fails', async () => Response.json({}, { status: 502 }), true],
  ['is dead behind a proxy', async () => toPage({ status: 502 }), true],
  ['is another site', async () => toPage({ status: 200 }), true],
  ['answers in another form', async () => Response.json({}), true],
  ['asks to wait', async () => Response.json({}, { status: 429 }), true],
  ['is busy', async () => Response.json(busy, { status: 503 }), true],
  ['does not have it', async () => Response.json({}, { status: 404 }), false],
])('a gateway that %s', { timeout: 60_000 }, async (_, fetch, isUnanswered) => {
  vi.stubGlobal('fetch', fetch)
  const cache = new QueryClient()
  const found = createFindKnown(cache, place)('transaction', safeTxHash)
  if (isUnanswered) await expect(found).rejects.toThrow()
  else expect(await found).toBeUndefined()
})

test('a folder does not say that others have what was discarded here', async () => {
  const [{ createFindKnown }, queue, seen] = await loadInFolder(() =>
    Promise.all([
      import('./findKnown.js'),
      import('../../preferences/localQueue.js'),
      import('../../preferences/seenSignatures.js'),
    ]),
  )
  const find = () =>
    createFindKnown(new QueryClient(), place)('transaction', safeTxHash)
  const { signatures: _, isProposed: __, ...fields } = local
  const value = { ...fields, ...sign(carol), at: Date.now() }
  await seen.seenSignatures.write(seen.nameSignature(value), value)
  // Its content is still known, for signatures that come alone.
  expect(await find()).toMatchObject({
    ...{ by: undefined, signatures: [] },
    signable: { transaction },
  })
  // What a gateway had once is no word of the chain.
  await queue.localTransactions.write(nameLocal(local, safeTxHash), local)
  expect(await find()).toMatchObject({ by: 'browser' })
  await queue.localTransactions.remove(nameLocal(local, safeTxHash))
  await seen.seenSignatures.remove(seen.nameSignature(value))
})
