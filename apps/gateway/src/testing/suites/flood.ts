import { demoAccounts } from '@covault/devnet'
import { hashSafeTransaction, type SafeTransaction } from '@covault/protocol'
import { type Address, type LocalAccount, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sign } from '../apiSuite.js'
import { type DemoGateway, shareDemoGateway } from '../demoGateway.js'

const chainId = 31337
const { alice } = demoAccounts
let demo: DemoGateway
let safe: Address

beforeAll(async () => {
  demo = await shareDemoGateway()
  safe = demo.world.safes[0]?.address ?? '0x'
}, 300_000)
afterAll(() => demo?.stop())

let made = 0n
async function write({ by }: { by?: LocalAccount } = {}): Promise<string> {
  const nonce = by ? 6_000n : 5_000n
  const transaction: SafeTransaction = {
    to: alice.address,
    value: ++made,
    data: '0x',
    operation: 0,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce,
  }
  const hash = hashSafeTransaction(
    { chainId, safe, version: '1.4.1' },
    transaction,
  )
  return JSON.stringify({
    ...transaction,
    value: String(transaction.value),
    nonce: String(nonce),
    safeTxGas: '0',
    baseGas: '0',
    gasPrice: '0',
    safeTxHash: hash,
    sender: alice.address,
    signature: by ? await sign(by, hash) : null,
    origin: null,
  })
}

/** Somebody far away, as the proxy in front would tell. */
const from = (caller: string) => ({ 'x-forwarded-for': caller })

async function propose(caller: string, body?: string): Promise<Response> {
  return fetch(
    `${demo.url}/v1/chains/${chainId}/transactions/${safe}/propose`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...from(caller) },
      body: body ?? (await write()),
    },
  )
}

const list = async (path: string, caller = '198.51.100.9') =>
  fetch(`${demo.url}/v1/chains/${chainId}/safes/${safe}${path}`, {
    headers: from(caller),
  })

async function flood(parameters: {
  callers: number
  each: number
}): Promise<Map<number, number>> {
  const { callers, each } = parameters
  const statuses = new Map<number, number>()
  const sendAll = async (caller: string) => {
    for (let sent = 0; sent < each; sent++) {
      const reply = await propose(caller)
      await reply.arrayBuffer()
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
      if (reply.status !== 200)
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  }
  await Promise.all(
    Array.from({ length: callers }, (_, at) =>
      sendAll(`203.0.${100 + Math.floor(at / 250)}.${(at % 250) + 1}`),
    ),
  )
  return statuses
}

/** An owner among the strangers, one write after the other until they end. */
async function writeOn(flooding: Promise<unknown>): Promise<number[]> {
  const state = { isOver: false }
  const end = () => {
    state.isOver = true
  }
  void flooding.then(end, end)
  const statuses: number[] = []
  while (!state.isOver && statuses.length < 40) {
    const reply = await propose('198.51.100.7', await write({ by: alice }))
    await reply.arrayBuffer()
    statuses.push(reply.status)
  }
  return statuses
}

/** Anyone who behaves sees nothing of it: queue, other callers, the indexer. */
async function expectUnharmed(): Promise<void> {
  const queue = await list('/transactions/queued')
  expect(queue.status).toBe(200)
  expect(await queue.text()).not.toContain('"nonce":5000')
  const head = await demo.devnet.client.getBlockNumber()
  await demo.devnet.mine(1)
  await expect
    .poll(
      async () => {
        const reply = await fetch(
          `${demo.url}/v1/chains/${chainId}/about/indexing`,
        )
        const { masterCopiesBlockNumber } = (await reply.json()) as {
          masterCopiesBlockNumber: number
        }
        return masterCopiesBlockNumber
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(Number(head))
}

describe('scenario 24: a flood', () => {
  test('S58: is limited for each caller, kept out of the queue, and hinders no owner', async () => {
    const start = performance.now()
    const flooding = flood({ callers: 1, each: 70 })
    const owner = await writeOn(flooding)
    const statuses = await flooding
    // Fifty at once, and of fifty more in a minute those that fell due.
    const due = ((performance.now() - start) / 60_000) * 50
    expect(owner.length).toBeGreaterThan(0)
    expect(new Set(owner)).toEqual(new Set([200]))
    expect([...statuses.keys()].toSorted()).toEqual([200, 429])
    expect(statuses.get(429)).toBeGreaterThanOrEqual(Math.floor(20 - due))
    await expectUnharmed()
  }, 120_000)

  test('of ten thousand proposals by many leaves a bounded number @full', async () => {
    const before = process.memoryUsage().rss
    const flooding = flood({ callers: 100, each: 100 })
    const owner = await writeOn(flooding)
    const statuses = await flooding
    // A slow machine may be too busy for some, and says so.
    expect([200, 503]).toEqual(expect.arrayContaining([...new Set(owner)]))
    expect(owner).toContain(200)
    expect([200, 429, 503]).toEqual(
      expect.arrayContaining([...statuses.keys()]),
    )
    // Tried once more, it finds all places taken.
    expect(statuses.get(200) ?? 0).toBeLessThanOrEqual(200)
    expect(statuses.get(429)).toBeGreaterThan(5_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(500e6)
    await expectUnharmed()
  }, 600_000)

  test.each([
    'limit=-1&offset=-1',
    'limit=1e9&offset=1e9',
    'limit=1000000000&offset=99999999999999999999',
    'limit=NaN&offset=',
    'limit=20&offset=0&after=',
    "limit=20&offset=0&after='; drop table multisig_tx; --",
    'limit=20&offset=0&after=1.2.3.multisig.%00',
    `limit=20&after=${'9'.repeat(4_000)}`,
  ])('reads no more than a page whatever a cursor says: %s', async (cursor) => {
    const query = `?trusted=false&cursor=${encodeURIComponent(cursor)}`
    for (const path of [
      '/transactions/queued',
      '/transactions/history',
      '/multisig-transactions',
      '/incoming-transfers',
      '/module-transactions',
      '/messages',
    ]) {
      const reply = await list(path + query)
      expect(reply.status, path).toBe(200)
      const { results } = (await reply.json()) as { results: unknown[] }
      expect(results.length).toBeLessThanOrEqual(403)
    }
  })
})
